/* balance/ and the flow hash of core/, as a WebAssembly module's C interface.
 *
 * The module imports nothing: no WASI, no clock, no output. It exports `memory`, `_initialize` (call it once, before
 * anything else) and the functions below, whose pointers are offsets into that memory. Integers of 64 bits cross to
 * JavaScript as BigInt. One thread. guideway.mjs wraps all this for JavaScript.
 *
 * The same lists give the same tables, slot for slot, and the same digests as the native library; the tests
 * hold both to the same known answers. Running out of memory traps.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define GUIDEWAY_EXPORT(name) __attribute__((export_name(#name))) name

#ifdef __cplusplus
extern "C" {
#endif

typedef struct guideway_table guideway_table;

/* Memory for what goes in and comes out. */
void* GUIDEWAY_EXPORT(guideway_allocate)(size_t bytes);
void GUIDEWAY_EXPORT(guideway_free)(void* memory);

/* Builds the table of a policy ("maglev", "ring", ...: balance/policies.h). `names` holds `backends` strings, one after
 * another, each ended by a zero byte; `weights` has one for each, and none is above weight_scale. Null where that
 * cannot be: guideway_error() then says why. */
guideway_table* GUIDEWAY_EXPORT(guideway_build)(const char* policy, const char* names, const uint32_t* weights,
                                                uint32_t backends, uint32_t size, uint32_t weight_scale);

/* The table of a ring of other than the default points (balance/ring.h). */
guideway_table* GUIDEWAY_EXPORT(guideway_build_ring)(const char* names, const uint32_t* weights, uint32_t backends,
                                                     uint32_t size, uint32_t weight_scale, uint32_t points,
                                                     uint32_t min_points, uint32_t max_points);
void GUIDEWAY_EXPORT(guideway_destroy)(guideway_table* table);

/* The last failure, "error[CODE]: MESSAGE; HINT", until the next table is built. */
const char* GUIDEWAY_EXPORT(guideway_error)(void);

uint32_t GUIDEWAY_EXPORT(guideway_size)(const guideway_table* table);

/* Writes the owner of each slot, an index into the list that was given: guideway_size() of them. */
void GUIDEWAY_EXPORT(guideway_slots)(const guideway_table* table, uint32_t* slots);

/* The slot that a hash falls to, in a table of `size` slots. */
uint32_t GUIDEWAY_EXPORT(guideway_slot)(uint64_t hash, uint32_t size);

/* The table's digest, of ARCHITECTURE.md's contracts. */
uint64_t GUIDEWAY_EXPORT(guideway_digest)(const guideway_table* table);

/* XXH64 of a key: the hash that guideway_slot() takes, with seed 0. */
uint64_t GUIDEWAY_EXPORT(guideway_hash)(const void* key, size_t bytes, uint64_t seed);

/* The selection hash of a flow, which guideway_slot() takes too. `seed` is 16 bytes; `flow` is source, destination,
 * source port, destination port (network order), protocol, three zero bytes: 16 bytes for `family` 4, 40 for 6.
 * `affinity`: 0 the whole flow (then it is the flow hash as well), 1 without ports, 2 the source alone. */
uint64_t GUIDEWAY_EXPORT(guideway_flow_hash)(const void* seed, const void* flow, uint32_t family, uint32_t affinity);

/* What a backend draws for a hash under rendezvous, where `seed` is XXH64 of its name under seed 2; and -log2(u / 2^64)
 * in 1 / 2^26, of which the smallest for its weight wins (core/select/rendezvous.h). */
uint64_t GUIDEWAY_EXPORT(guideway_draw)(uint64_t hash, uint64_t seed);
uint32_t GUIDEWAY_EXPORT(guideway_minus_log2)(uint64_t u);

#ifdef __cplusplus
}
#endif
