import { BULK, OP, TYPE } from '@ludus/runtime/metering.ts';
import { bulk, type Class, constant, identity, repeat } from './fuel-code.ts';
import { ENTRIES, FIRST } from './fuel-modules.ts';

/** Tables and references to functions. */
export const TABLES: readonly Class[] = [
  {
    name: 'table.get and table.set',
    measured: () =>
      repeat(8, (out, i) => {
        constant(out, i);
        constant(out, i).byte(OP.tableGet).u32(0);
        out.byte(OP.tableSet).u32(0);
      }),
  },
  {
    name: 'ref.func and table.set',
    measured: () => ({
      functions: [identity],
      ...repeat(8, (out, i) => {
        constant(out, i);
        out.byte(OP.refFunc).u32(FIRST).byte(OP.tableSet).u32(0);
      }),
    }),
  },
  {
    name: 'ref.func',
    measured: () => repeat(32, (out) => out.byte(OP.refFunc).u32(3).byte(OP.refIsNull).byte(OP.drop)),
  },
  { name: 'table.size', measured: () => repeat(32, (out) => bulk(out, BULK.tableSize, 0).byte(OP.drop)) },
  ...[0, ENTRIES].flatMap((entries): Class[] => [
    {
      name: `table.fill of ${entries} entries with null`,
      measured: () =>
        repeat(4, (out) => {
          constant(out, 0);
          out.byte(OP.refNull).byte(TYPE.funcref);
          constant(out, entries);
          bulk(out, BULK.tableFill, 0);
        }),
    },
    {
      name: `table.fill of ${entries} entries with a function`,
      measured: () => ({
        functions: [identity],
        ...repeat(4, (out) => {
          constant(out, 0);
          out.byte(OP.refFunc).u32(FIRST);
          constant(out, entries);
          bulk(out, BULK.tableFill, 0);
        }),
      }),
    },
    {
      name: `table.copy of ${Math.max(0, entries - 1)} entries`,
      measured: () =>
        repeat(4, (out) => {
          constant(out, 1);
          constant(out, 0);
          constant(out, Math.max(0, entries - 1));
          bulk(out, BULK.tableCopy, 0, 0);
        }),
    },
  ]),
  {
    name: 'table.init of 1000 entries',
    measured: () =>
      repeat(4, (out) => {
        constant(out, 5);
        constant(out, 0);
        constant(out, 1000);
        bulk(out, BULK.tableInit, 1, 0);
      }),
  },
  ...[0, 1, 1000].map(
    (entries): Class => ({
      name: `table.grow by ${entries}`,
      measured: () => ({
        most: entries === 1000 ? 80 : entries === 1 ? 80_000 : 100_000,
        ...repeat(1, (out) => {
          out.byte(OP.refNull).byte(TYPE.funcref);
          constant(out, entries);
          bulk(out, BULK.tableGrow, 0).byte(OP.drop);
        }),
      }),
    }),
  ),
];
