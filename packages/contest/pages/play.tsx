import { renderRoom } from '@ludus/studio/room-page.ts';
import { readKept } from './data/browser-storage.ts';

renderRoom(document.getElementById('room')!, readKept('locale'));
