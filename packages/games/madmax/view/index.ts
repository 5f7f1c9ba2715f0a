import { type CylinderLook, cylinderView } from '../../cylinder/view/view.ts';
import { MAD_MAX, madmax } from '../rules/game.ts';
import { carArt, missileArt, PRIZE_COLOR, prize, tyre } from './art.ts';
import { ground, horizon, SKY_TOP, weather } from './wasteland.ts';

/** The words and the artwork of the game. */
export const look: CylinderLook = {
  game: madmax,
  dialect: MAD_MAX,
  words: { unit: 'car', units: 'cars', obstacle: 'tyre', point: 'water bonus', hasGas: true },
  background: SKY_TOP,
  small: { dark: ['#5a4030', '#17110e'], light: ['#e6c694', '#4a3a2a'] },
  banner: 'linear-gradient(160deg, #b5652a, #5b3216)',
  art: {
    ground,
    backdrop: horizon,
    weather,
    obstacle: tyre,
    spin: 0,
    prize,
    prizeColor: (content) => PRIZE_COLOR[content] ?? '#ffffff',
    unit: carArt,
    missile: missileArt,
    flame: ['#ffd98a', '#ff8a3c'],
    lowGas: 15,
  },
};

export const view = cylinderView(look);
