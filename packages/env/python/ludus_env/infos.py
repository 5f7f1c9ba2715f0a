"""The `info` and `infos` that `reset` and `step` return in addition to observations."""
import numpy as np


def batch_infos(obs, own):
    """The infos of many matches in Gymnasium's form. own: the units of the seat, as a slice."""
    everywhere = np.ones(len(obs["scores"]), bool)
    infos = {"scores": obs["scores"].copy(), "_scores": everywhere}
    if "mask" in obs:
        infos |= {"action_mask": obs["mask"][:, own].astype(np.int8), "_action_mask": everywhere}
    return infos


def final_infos(obs, dones):
    """The infos of matches that have ended and restart immediately."""
    scores = np.where(dones[:, None], obs["scores"], 0)
    return {"final_info": {"scores": scores, "_scores": dones.copy()}, "_final_info": dones.copy()}


def single_info(infos):
    """The info of the only match in a batch."""
    return {name: part[0] for name, part in infos.items() if not name.startswith("_")}


def agent_info(obs, own):
    """The info of one agent of PettingZoo in a batch of one match. own: the units of its seat, as a slice."""
    return {"action_mask": obs["mask"][0, own].astype(np.int8)} if "mask" in obs else {}
