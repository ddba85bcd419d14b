"""A pool for each policy, the same backends in all: who gets which flow, the models in tests/model say."""
import sys
from itertools import islice
from pathlib import Path

from language import *

TESTS = Path(sys.modules["language"].__file__).parent.parent
sys.path.insert(0, str(TESTS / "model"))
import maglev  # noqa: E402
import modulo  # noqa: E402
import rendezvous  # noqa: E402
import ring  # noqa: E402
import siphash  # noqa: E402
from splitmix import mix_nth  # noqa: E402

SIZE, SCALE, WEIGHTS = 1021, 100, {"web-1": 100, "web-2": 100, "half": 50}
SEEDS = rendezvous.seeds_of(WEIGHTS)
POINTS = ring.ring({"scale": SCALE, "points": 160, "min_points": 1, "max_points": 8388608, "weights": WEIGHTS})
TABLES = {
    81: maglev.table(SIZE, SCALE, WEIGHTS),
    82: [rendezvous.pick(mix_nth(0, slot), WEIGHTS, SEEDS) for slot in range(SIZE)],
    83: [name.decode() for name in ring.table(POINTS, SIZE)],
    84: list(islice(modulo.turns(SCALE, WEIGHTS), SIZE)),
}
KEY = bytes.fromhex((TESTS / "scenarios" / "seed").read_text())

for dport, owners in TABLES.items():
    for sport in range(10000, 10040):
        selection = siphash.selection_hash(KEY, CLIENT, VIP, sport, dport, protocol=6)
        owner = owners[siphash.slot_of(selection, SIZE)]
        at(0.0, ip(VIP) / TCP(sport=sport, dport=dport, flags="S"), "forwarded_new", owner)
