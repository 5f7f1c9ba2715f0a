import { renderRoom } from '@ludus/studio/room-page.ts';
import { readKept } from './data/kept.ts';

renderRoom(document.getElementById('room')!, readKept('locale'));
