"""A client with its own clock: plays one game with random moves and prints its observations as one line of JSON.

    PYTHONPATH=packages/games/angrymob/sdk/python python3 tools/arena-load/client.py NAME PORT SEED THINK_MS

It waits for a random time up to THINK_MS before every answer. `worstMs` is the longest time from receiving the
opponent's move to passing the answer to the system.
"""
import json
import random
import socket
import sys
import time

from angrymob import Game

name, port, seed, think_ms = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
chance = random.Random(seed)
connection = socket.create_connection(("127.0.0.1", port))
connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
buffer = b""


def read():
    global buffer
    while b"\n" not in buffer:
        try:
            piece = connection.recv(65536)
        except OSError:
            return None
        if not piece:
            return None
        buffer += piece
    line, buffer = buffer.split(b"\n", 1)
    return line.decode()


connection.sendall(name.encode() + b"\n")
first = read()
game = Game([first] + [read() for _ in range(int(first.split()[0]))])
since, worst = time.perf_counter(), 0.0
while game.result is None:
    for (i, j), units in list(game.mine.items()):
        if chance.random() < 0.7:
            game.send(i, j, chance.randint(1, units), chance.choice(game.exits(i, j)))
    mine = game._take_move()
    text = " ".join(f"{i} {j} {k} {d}" for i, j, k, d in mine)
    if think_ms > 0 and game.turn > 0:
        left = chance.random() * think_ms / 1000 - (time.perf_counter() - since)
        # Every second client computes during this time, and the others sleep.
        if seed % 2 == 0:
            until = time.perf_counter() + left
            while time.perf_counter() < until:
                pass
        elif left > 0:
            time.sleep(left)
    try:
        connection.sendall(text.encode() + b"\n")
    except OSError:
        pass
    took = time.perf_counter() - since
    answer = read()
    since = time.perf_counter()
    if answer is None:
        game.result = "ended"
        last = took
        break
    # The first answer has a separate limit.
    if game.turn > 0:
        worst = max(worst, took)
    numbers = [int(word) for word in answer.split()]
    game._advance(mine, [tuple(numbers[at : at + 4]) for at in range(0, len(numbers), 4)])
    last = took
print(json.dumps({"name": name, "result": game.result, "reason": game.reason, "turns": game.turn,
                  "worstMs": round(worst * 1000, 3), "lastMs": round(last * 1000, 3)}))
