// The known answers of every contract, asked of the WebAssembly module. Needs Node 18; run from the root of the tree:
//
//   node tests/wasm/vectors_test.mjs build/asan/wasm/guideway.wasm
import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {isIPv4} from "node:net";
import test from "node:test";

import {Affinity, load} from "../../lab/module/guideway.mjs";

const bytes = readFileSync(process.argv[2]);
const guideway = await load(bytes);

const folder = new URL("../vectors/", import.meta.url);
const vectors = Object.fromEntries(readdirSync(folder).filter((name) => name.endsWith(".json"))
  .map((name) => [name, JSON.parse(readFileSync(new URL(name, folder)))]));
const contracts = vectors["contracts-v1.json"];

const backendsOf = (weights) => Object.entries(weights).map(([name, weight]) => ({name, weight}));
const ownersOf = (table) => Array.from(table.slots, (slot) => table.owners[slot]);

function countsOf(table) {
  const counts = Object.fromEntries(table.owners.map((name) => [name, 0]));
  for (const slot of table.slots) ++counts[table.owners[slot]];
  return counts;
}

test("the module imports nothing", () => {
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
});

// Each contract has its file, and maglev's is the one with the flow hash. What a case gives of its ring are points.
for (const [file, {tables, rings, pools}] of Object.entries(vectors)) {
  if (file === "loads-v1.json") continue;  // choices by load: not in the module
  const policy = file === "contracts-v1.json" ? "maglev" : file.replace("-v1.json", "");
  const cases = rings ?? pools ?? tables;
  test(`${file} has known answers`, () => assert.ok(cases?.length > 0));
  for (const known of cases ?? []) {
    test(`${policy}: ${known.size} slots, ${Object.keys(known.weights).length} backends`, () => {
      const options = {size: known.size, weightScale: known.scale ?? known.ceiling,
        points: known.points, minPoints: known.min_points, maxPoints: known.max_points};
      const build = (list) => rings ? guideway.buildRing(list, options) : guideway.build(policy, list, options);
      for (const backends of [backendsOf(known.weights), backendsOf(known.weights).reverse()]) {
        const table = build(backends);
        assert.equal(table.digest, known.digest);
        assert.deepEqual(countsOf(table), known.slots ?? known.slots_per_backend);
        if (known.table) assert.deepEqual(ownersOf(table), known.table);
      }
    });
  }
}

test("a ring of the default points is the policy's", () => {
  const backends = [{name: "a"}, {name: "b", weight: 50}];
  assert.equal(guideway.build("ring", backends).digest, guideway.buildRing(backends).digest);
});

test("the draws of rendezvous, and their logarithms", () => {
  const {draws, logarithms} = vectors["rendezvous-v1.json"];
  assert.ok(draws.length > 0 && Object.keys(logarithms).length > 0);
  for (const {hash, name, u} of draws) assert.equal(guideway.draw(BigInt(`0x${hash}`), name), BigInt(`0x${u}`));
  for (const [u, e] of Object.entries(logarithms)) assert.equal(guideway.minusLog2(BigInt(`0x${u}`)), e);
});

// The paper gives offsets and skips. Names that hash to them exist for so small a table, and one that
// begins with the paper's keeps its place in the order.
function nameFor({name, offset, skip}, size) {
  for (let i = 0;; ++i) {
    const candidate = `${name}.${i}`;
    const hashed = [guideway.hash(candidate, 0n) % BigInt(size), guideway.hash(candidate, 1n) % BigInt(size - 1) + 1n];
    if (hashed[0] === BigInt(offset) && hashed[1] === BigInt(skip)) return candidate;
  }
}

for (const {size, backends, table, without_B2} of contracts.permutations) {
  test("maglev: the table of the paper", () => {
    const ours = backends.map((backend) => ({name: nameFor(backend, size), weight: 1}));
    const built = (list) => ownersOf(guideway.build("maglev", list, {size, weightScale: 1})).map((name) => name.split(".")[0]);
    assert.deepEqual(built(ours), table);
    assert.deepEqual(built(ours.filter(({name}) => !name.startsWith("B2"))), without_B2);
  });
}

function addressBytes(address) {
  if (isIPv4(address)) return address.split(".").map(Number);
  const [head, tail] = address.split("::").map((half) => half === "" ? [] : half.split(":"));
  const groups = tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail];
  return groups.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
}

test("the flow hash", () => {
  const slotOf65537 = (hash) => Number(((hash >> 32n) * 65537n) >> 32n);
  const seed = Uint8Array.from(contracts.flow_hash.key.match(/../g), (byte) => parseInt(byte, 16));
  const affinities = {"5-tuple": Affinity.fiveTuple, "3-tuple": Affinity.threeTuple, "client": Affinity.client};
  assert.ok(contracts.flow_hash.cases.length >= 9);
  for (const known of contracts.flow_hash.cases) {
    const port = (number) => [number >> 8, number & 255];
    const flow = Uint8Array.from([...addressBytes(known.src), ...addressBytes(known.dst), ...port(known.sport),
      ...port(known.dport), known.protocol === "tcp" ? 6 : 17, 0, 0, 0]);
    const hash = guideway.flowHash(seed, flow, affinities[known.affinity]);
    assert.equal(hash.toString(16).padStart(16, "0"), known.hash);
    assert.equal(slotOf65537(hash), known.slot_65537);
  }
});

test("a key falls where its hash does", () => {
  assert.equal(guideway.hash(""), 0xef46db3751d8e999n);  // XXH64's own known answer
  const table = guideway.build("maglev", [{name: "a"}, {name: "b"}, {name: "c"}], {size: 7});
  for (let i = 0; i < 100; ++i) {
    const hash = guideway.hash(`key ${i}`);
    assert.equal(table.pick(hash), table.slots[Number(((hash >> 32n) * 7n) >> 32n)]);
  }
});

test("errors are told as text", () => {
  const build = (policy, backends, options) => () => guideway.build(policy, backends, options);
  assert.throws(build("maglev", [{name: "a"}], {size: 65536}), /^Error: error\[balance\.not-prime\]: .*nearest: 65521, 65537$/);
  assert.throws(build("maglev", []), /error\[balance\.no-weight\]/);
  assert.throws(build("maglev", [{name: "a"}, {name: "a"}]), /error\[balance\.duplicate-name\]/);
  assert.throws(build("nobody's", [{name: "a"}]), /error\[balance\.unknown-policy\]/);
  for (const weight of [-1, 0.5, NaN, 2 ** 32, "1"])
    assert.throws(build("maglev", [{name: "a", weight}]), /^RangeError: weight is to be a whole number .*, not /);
  assert.throws(build("maglev", [{name: "a"}], {size: 7.5}), /^RangeError: size /);
  assert.throws(() => guideway.buildRing([{name: "a"}], {points: -1}), /^RangeError: points /);
});

test("memory is given back", () => {
  const build = () => guideway.build("maglev", [{name: "a"}, {name: "b"}], {size: 655373});
  build();
  const before = guideway.memoryBytes;
  for (let i = 0; i < 10; ++i) build();  // leaking the smallest part of each, a byte a slot, would be 6 MB
  assert.equal(guideway.memoryBytes, before);
});
