"""OpenEnv's clients play one seat: https://github.com/meta-pytorch/OpenEnv."""
import contextlib
import importlib.util
import json
import socket
import sys
import threading
import types
import unittest
from unittest import mock

from . import support  # noqa: F401  (makes ludus_env importable)
import ludus_env  # noqa: F401  (before sys.modules is patched, because numpy can load only once)


def double():
    """The part of OpenEnv that the environment uses. Its server and client exchange messages within
    one process."""
    class Model:
        def __init__(self, **fields):
            vars(self).update(fields)

    class Environment:
        pass

    class Client:
        def __init__(self, app):
            self.make, self.action_class = app

        def sync(self):
            return self

        def __enter__(self):
            self.env = self.make()
            return self

        def __exit__(self, *_):
            self.env.close()

        def reset(self, **given):
            return self.result(self.env.reset(**given))

        def step(self, action):
            sent = json.loads(json.dumps(self._step_payload(action)))
            try:
                return self.result(self.env.step(self.action_class(**sent)))
            except ValueError as error:
                raise RuntimeError(str(error)) from None

        def state(self):
            return self._parse_state(json.loads(json.dumps(vars(self.env.state))))

        def result(self, observation):
            fields = dict(vars(observation))
            result = {"reward": fields.pop("reward"), "done": fields.pop("done")}
            return self._parse_result(json.loads(json.dumps({"observation": fields, **result})))

    def module(name, **content):
        made = types.ModuleType(name)
        vars(made).update(content)
        return made
    return {
        "openenv": module("openenv"),
        "openenv.core": module("openenv.core"),
        "openenv.core.client_types": module("openenv.core.client_types", StepResult=Model),
        "openenv.core.env_client": module("openenv.core.env_client", EnvClient=Client),
        "openenv.core.env_server": module("openenv.core.env_server", Action=Model, Observation=Model, State=Model, Environment=Environment,
                                          create_app=lambda make, action_class, *_, **__: (make, action_class)),
    }


class Sessions:
    """The tests, for any `modules` of OpenEnv."""

    def setUp(self):
        patch = mock.patch.dict(sys.modules, self.modules())
        patch.start()
        self.addCleanup(patch.stop)
        sys.modules.pop("ludus_env.openenv", None)
        self.openenv = importlib.import_module("ludus_env.openenv")

    def played(self, env, seed):
        results = [env.reset(seed=seed)]
        while not results[-1].done:
            results.append(env.step([row.index(True) for row in results[-1].observation.legal]))
        return results

    def test_a_client_plays_a_match_to_its_end(self):
        with self.client("trails", others="Moth") as env:
            results = self.played(env, 7)
            state = env.state()
        self.assertEqual((state.step_count, state.game, state.actions[:2]), (len(results) - 1, "trails", ["UP", "RIGHT"]))
        self.assertIsNone(results[0].reward)
        self.assertEqual(sum(result.reward for result in results[1:]), results[-1].observation.parts["scores"][0])
        self.assertIn("Trails", results[-1].observation.text)

    def test_the_same_seed_gives_the_same_match(self):
        def seen(results):
            return [(result.reward, result.observation.text) for result in results]
        with self.client("trails", boards="generated") as env:
            first = seen(self.played(env, 5))
            self.assertEqual(seen(self.played(env, 5)), first)
            self.assertNotEqual(seen(self.played(env, 6)), first)

    def test_a_wrong_action_is_an_error_and_the_match_goes_on(self):
        with self.client("trails") as env:
            env.reset(seed=1)
            for wrong in ([99], [0, 0]):
                with self.assertRaisesRegex(RuntimeError, "actions|action"):
                    env.step(wrong)
            self.assertFalse(env.step([4]).done)


class WithDouble(Sessions, unittest.TestCase):
    modules = staticmethod(double)

    def client(self, game, **options):
        return self.openenv.LudusEnv(self.openenv.app(game, **options)).sync()


@unittest.skipUnless(importlib.util.find_spec("openenv"), "put openenv on PYTHONPATH to run this")
class WithOpenEnv(Sessions, unittest.TestCase):
    def modules(self):
        import openenv.core.env_client
        import openenv.core.env_server  # noqa: F401
        return {}

    @contextlib.contextmanager
    def client(self, game, **options):
        import uvicorn
        server = uvicorn.Server(uvicorn.Config(self.openenv.app(game, **options), log_level="critical"))
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            # Connections wait in the socket until the server accepts them.
            listening.listen()
            thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
            thread.start()
            try:
                with self.openenv.LudusEnv(f"http://127.0.0.1:{listening.getsockname()[1]}").sync() as env:
                    yield env
            finally:
                server.should_exit = True
                thread.join()

    def test_as_many_clients_play_at_once_as_there_are_sessions(self):
        with self.client("trails", sessions=2) as one:
            with self.openenv.LudusEnv(one.async_client._ws_url.removesuffix("/ws")).sync() as other:
                one.reset(seed=1)
                other.reset(seed=1)
                one.step([4])
                self.assertEqual((one.state().step_count, other.state().step_count), (1, 0))
