import { cylinderEditor } from '../../cylinder/view/cylinder-editor.ts';
import { look } from './index.ts';

export const editor = cylinderEditor(look);
