import { type CylinderLook, cylinderView } from '../../cylinder/view/view.ts';
import { STAR_WAR, starwar } from '../rules/game.ts';
import { asteroid, backdrop, ground, missileArt, PRIZE_COLOR, prize, shipArt } from './art.ts';

/** The words and the artwork of the game. */
export const look: CylinderLook = {
  game: starwar,
  dialect: STAR_WAR,
  words: { unit: 'starship', units: 'starships', obstacle: 'asteroid', point: 'point bonus', hasGas: false },
  background: { dark: '#080b1a', light: '#eaf0fb' },
  small: { dark: ['#080b1a', '#8b93ad'], light: ['#eaf0fb', '#6d7690'] },
  banner: 'radial-gradient(circle at 70% 25%, #3d4a8f, #0b1026 70%)',
  art: {
    ground,
    backdrop,
    obstacle: asteroid,
    spin: 0.12,
    prize,
    prizeColor: (content) => PRIZE_COLOR[content] ?? '#ffffff',
    unit: shipArt,
    missile: missileArt,
    flame: ['#bfe9ff', '#4a9bff'],
    lowGas: 0,
  },
};

export const view = cylinderView(look);
