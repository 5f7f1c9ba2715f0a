import type { LadderOpponent } from '../kit.ts';

/** Periscope's practice ladder. Shares and ratings: `ludus rivals periscope --measure --pairs 60`. */
export const LADDER_OPPONENTS: readonly LadderOpponent[] = [
  {
    name: 'Barnacle',
    about:
      'Stays silent in its harbour for the whole match. A bot that salvages one wreck wins: the library lists the sites, and finds the way to each.',
    rating: 0,
  },
  {
    name: 'Jellyfish',
    about:
      'Drifts: one of its submarines after another goes straight on in a direction drawn by chance. It salvages what it happens to cross. Go to the sites on purpose, the nearest one first.',
    rating: 283,
    share: 0.846,
  },
  {
    name: 'Crab',
    about:
      'Sends its first submarine from site to site, one step in a turn, and leaves the others in the harbour. Move two steps, and use all three submarines.',
    rating: 968,
    share: 1,
  },
  {
    name: 'Otter',
    about:
      'Takes whichever submarine is nearest to a site, two steps in a turn, and salvages fast. It never fires, and swims into every line of fire: the library says when a torpedo would reach it.',
    rating: 1375,
    share: 0.925,
  },
  {
    name: 'Barracuda',
    about:
      'Dives like the Otter, and fires at what it sees or has just heard in a line with one of its submarines. It forgets what it saw, never pings, and comes into view without care. Remember where it can be, keep out of its lines, and let it come to you.',
    rating: 1720,
    share: 0.904,
  },
  {
    name: 'Orca',
    about:
      'Keeps a likelihood for each hostile submarine in each cell, by all that it has seen and heard. It weighs every order: its points, the risk to be hit, and how well it aims afterwards. It looks one order ahead only, and takes silence for nothing. To beat it, look further, and let it hear what you want it to hear.',
    rating: 2038,
    share: 0.888,
  },
];
