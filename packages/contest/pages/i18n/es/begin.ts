import type { begin as english } from '../en/begin.ts';

export const begin: Readonly<Record<keyof typeof english, string>> = {
  'tab.begin': 'Para empezar',
  begin: 'Para empezar',
  'begin.starters': 'Un bot para empezar',
  'begin.starters-hint':
    'Todos juegan tal como están. Descarga uno o ábrelo en la zona de pruebas, cambia una línea y entrégalo.',
  'begin.starters-archived': 'Todos juegan tal como están. Descarga uno o ábrelo en la zona de pruebas.',
  'begin.playground': 'Abrirlo en la zona de pruebas',
  'begin.compiled': 'La zona de pruebas no compila {languages}. Descarga el bot, o usa el comando de abajo.',
  'begin.no-starters': 'No hay ningún bot para empezar en los lenguajes de este concurso.',
  'begin.local': 'En tu ordenador, esto crea una carpeta con un bot, sus pruebas y las reglas:',
  'begin.command': 'Copiar el comando',
  'begin.scoring': 'Cómo se puntúa',
  'begin.qualify': 'Tu bot tiene que superar una vez la prueba de acceso:',
  'begin.ladder':
    'Después juega contra los demás en la clasificación. Ganar a bots más fuertes aumenta más su fuerza. Solo cuenta tu bot más nuevo.',
  'begin.seconds': 'Un bot que calcula más de {n} s queda descalificado.',
  'begin.finals': 'Cada final se juega con los últimos bots aptos entregados hasta su fecha límite:',
  'begin.rules': 'Cómo se juega a {game}',
  'begin.all-rules': 'Todas las reglas',
  'begin.no-rules': 'Las reglas de este juego no están en estas páginas. Pídelas al organizador.',
};
