import { cylinderEditor } from '../../cylinder/view/draw-board.ts';
import { look } from './index.ts';

export const editor = cylinderEditor(look);
