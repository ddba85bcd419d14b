// The module for JavaScript: its tables and hashes without its memory. See guideway.h for what lies below.
//
//   const guideway = await load(bytes);                       // of guideway.wasm
//   const table = guideway.build("maglev", [{name: "web-1"}, {name: "web-2", weight: 50}], {size: 65537});
//   table.owners[table.pick(guideway.hash("a key"))]

const text = new TextEncoder();

export const Affinity = {fiveTuple: 0, threeTuple: 1, client: 2};

// A number as the module takes it: others would silently become 32 bits.
function word(what, value) {
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value;
  throw new RangeError(`${what} is to be a whole number from 0 to 4294967295, not ${value}`);
}

/** @param {BufferSource} bytes the module */
export async function load(bytes) {
  const {instance} = await WebAssembly.instantiate(bytes, {});
  instance.exports._initialize();
  return new Guideway(instance.exports);
}

class Guideway {
  #module;

  constructor(module) {
    this.#module = module;
  }

  /** The table of `policy` ("maglev", "ring", ...) over `backends`, {name, weight} each; fails with an Error that says why. */
  build(policy, backends, {size = 65537, weightScale = 100} = {}) {
    return this.#with([text.encode(`${policy}\0`)], (at) =>
      this.#built(backends, weightScale, (...list) =>
        this.#module.guideway_build(at, ...list, word("size", size), word("weightScale", weightScale))));
  }

  /** The table of a ring of `points` a backend of full weight, and of so many in all (balance/ring.h). */
  buildRing(backends, {size = 65537, weightScale = 100, points = 160, minPoints = 1, maxPoints = 8_388_608} = {}) {
    const numbers = Object.entries({size, weightScale, points, minPoints, maxPoints});
    return this.#built(backends, weightScale, (...list) =>
      this.#module.guideway_build_ring(...list, ...numbers.map(([what, value]) => word(what, value))));
  }

  /** XXH64 of a string's UTF-8 bytes or of bytes, a BigInt; with seed 0 the hash that Table.pick() takes. */
  hash(key, seed = 0n) {
    const bytes = typeof key === "string" ? text.encode(key) : key;
    return this.#with([bytes], (at) => BigInt.asUintN(64, this.#module.guideway_hash(at, bytes.length, seed)));
  }

  /** The selection hash of a flow of 16 (IPv4) or 40 (IPv6) bytes under a seed of 16 bytes, a BigInt. */
  flowHash(seed, flow, affinity = Affinity.fiveTuple) {
    const family = flow.length === 16 ? 4 : 6;
    return this.#with([seed, flow], (...at) =>
      BigInt.asUintN(64, this.#module.guideway_flow_hash(...at, family, affinity)));
  }

  /** What a backend of this name draws for a hash under rendezvous, a BigInt. */
  draw(hash, name) {
    return BigInt.asUintN(64, this.#module.guideway_draw(hash, this.hash(name, 2n)));
  }

  /** -log2(u / 2^64) in 1 / 2^26: the smallest for its weight wins. */
  minusLog2(u) {
    return this.#module.guideway_minus_log2(u) >>> 0;
  }

  /** How much memory the module holds; it grows by need and never shrinks. */
  get memoryBytes() {
    return this.#module.memory.buffer.byteLength;
  }

  // The table that build(names, weights, how many) returns the handle of.
  #built(backends, weightScale, build) {
    const names = backends.map(({name}) => name);
    if (names.some((name) => name.includes("\0"))) throw new Error("a name may not hold a zero byte");
    const weights = Uint32Array.from(backends, ({weight = weightScale}) => word("weight", weight));
    return this.#with([text.encode(names.map((name) => `${name}\0`).join("")), new Uint8Array(weights.buffer)], (...at) => {
      const handle = build(...at, backends.length);
      if (handle === 0) throw new Error(this.#error());
      try {
        return new Table(this.#module, this.#slots(handle), this.#digest(handle), names);
      } finally {
        this.#module.guideway_destroy(handle);
      }
    });
  }

  #slots(handle) {
    const size = this.#module.guideway_size(handle);
    const at = this.#module.guideway_allocate(4 * size);
    try {
      this.#module.guideway_slots(handle, at);
      return new Uint32Array(this.#module.memory.buffer, at, size).slice();
    } finally {
      this.#module.guideway_free(at);
    }
  }

  #digest(handle) {
    return BigInt.asUintN(64, this.#module.guideway_digest(handle)).toString(16).padStart(16, "0");
  }

  #error() {
    const bytes = new Uint8Array(this.#module.memory.buffer, this.#module.guideway_error());
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  // Calls use() with the addresses of copies of `parts`, which last as long as the call.
  #with(parts, use) {
    const at = parts.map((part) => this.#module.guideway_allocate(part.length));
    try {
      parts.forEach((part, i) => new Uint8Array(this.#module.memory.buffer).set(part, at[i]));
      return use(...at);
    } finally {
      at.forEach((address) => this.#module.guideway_free(address));
    }
  }
}

class Table {
  #module;

  /** `slots` is the owner of each slot, an index into `owners`: the names as they were given. */
  constructor(module, slots, digest, owners) {
    this.#module = module;
    Object.assign(this, {slots, digest, owners});
    Object.freeze(this);
  }

  /** The index of the backend that a 64-bit hash (a BigInt) falls to. */
  pick(hash) {
    return this.slots[this.#module.guideway_slot(hash, this.slots.length)];
  }
}
