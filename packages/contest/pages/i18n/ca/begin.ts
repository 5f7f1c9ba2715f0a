import type { begin as english } from '../en/begin.ts';

export const begin: Readonly<Record<keyof typeof english, string>> = {
  'tab.begin': 'Per començar',
  begin: 'Per començar',
  'begin.starters': 'Un bot per començar',
  'begin.starters-hint':
    'Tots juguen tal com són. Baixa’n un o obre’l a la zona de proves, canvia’n una línia i lliura’l.',
  'begin.starters-archived': 'Tots juguen tal com són. Baixa’n un o obre’l a la zona de proves.',
  'begin.playground': 'Obre’l a la zona de proves',
  'begin.compiled': 'La zona de proves no compila {languages}. Baixa el bot, o fes servir l’ordre de sota.',
  'begin.no-starters': 'No hi ha cap bot per començar en els llenguatges d’aquest concurs.',
  'begin.local': 'Al teu ordinador, això crea una carpeta amb un bot, les seves proves i les regles:',
  'begin.command': 'Copia l’ordre',
  'begin.scoring': 'Com es puntua',
  'begin.qualify': 'El teu bot ha de superar una vegada la prova d’accés:',
  'begin.ladder':
    'Després juga contra els altres a la classificació. Guanyar contra bots més forts n’augmenta més la força. Només compta el teu bot més nou.',
  'begin.seconds': 'Un bot que calcula més de {n} s queda desqualificat.',
  'begin.finals': 'Cada final es juga amb els darrers bots aptes lliurats fins a la seva data límit:',
  'begin.rules': 'Com es juga a {game}',
  'begin.all-rules': 'Totes les regles',
  'begin.no-rules': 'Les regles d’aquest joc no són en aquestes pàgines. Demana-les a l’organitzador.',
};
