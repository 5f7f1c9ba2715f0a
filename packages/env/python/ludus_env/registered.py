"""Importing this module registers the games with gymnasium: gymnasium.make("ludus_env.registered:ludus/MadMax-v1")."""
from .single import register_envs

register_envs()
