"""A Ray cluster of two machines as processes here: `python -m tests.lab.ray_cluster` tells where, and takes commands.

"kill" ends the second machine as a power cut would, and the end of the input ends everything.
"""

from __future__ import annotations

import socket
import sys

from ray.cluster_utils import Cluster

OBJECT_STORE_BYTES = 100 << 20


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def main() -> None:
    client = free_port()
    memory = {"object_store_memory": OBJECT_STORE_BYTES, "num_cpus": 1}
    cluster = Cluster(initialize_head=True, head_node_args={**memory, "ray_client_server_port": client})
    second = cluster.add_node(**memory)
    cluster.wait_for_nodes()
    print(cluster.address, f"ray://127.0.0.1:{client}", flush=True)
    for line in sys.stdin:
        if line.strip() == "kill":
            cluster.remove_node(second, allow_graceful=False)
            print("killed", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
