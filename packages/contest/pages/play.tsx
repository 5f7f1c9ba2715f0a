import { renderRoom } from '@ludus/studio/room-page.ts';

renderRoom(document.getElementById('room')!);
