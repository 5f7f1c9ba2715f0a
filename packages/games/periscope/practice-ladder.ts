import type { LadderOpponent } from '../kit.ts';

/** Periscope's practice ladder. Shares and ratings: `ludus rivals periscope --measure --pairs 60`. */
export const LADDER_OPPONENTS: readonly LadderOpponent[] = [
  {
    name: 'Barnacle',
    about:
      'Stays silent in its harbour for the whole match. A bot that salvages one wreck wins. The library lists the sites and finds the path to each.',
    rating: 0,
  },
  {
    name: 'Jellyfish',
    about:
      'Drifts: its submarines take turns to go straight on in a random direction. It salvages only the wrecks that it happens to cross. Head for the sites deliberately, nearest first.',
    rating: 283,
    share: 0.846,
  },
  {
    name: 'Crab',
    about:
      'Sends its first submarine from site to site, one step per turn, and leaves the others in the harbour. Move two steps per turn, and use all three submarines.',
    rating: 968,
    share: 1,
  },
  {
    name: 'Otter',
    about:
      'Always moves the submarine that is nearest to a site, two steps per turn, so it salvages fast. It never fires, and it swims into every line of fire. The library tells you when a torpedo would reach it.',
    rating: 1375,
    share: 0.925,
  },
  {
    name: 'Barracuda',
    about:
      'Dives like the Otter, and fires at any submarine that it sees or has just heard in line with one of its submarines. It forgets what it saw, never pings, and carelessly comes into view. Remember where its submarines can be, keep out of their lines of fire, and let them come to you.',
    rating: 1720,
    share: 0.904,
  },
  {
    name: 'Orca',
    about:
      'Estimates, from everything it has seen and heard, how likely each enemy submarine is to be in each cell. It weighs every order by the points it earns, the risk of being hit, and how well it can aim afterwards. It looks only one order ahead, and learns nothing from silence. To beat it, look further ahead, and let it hear what you want it to hear.',
    rating: 2038,
    share: 0.888,
  },
];
