/*
 * The searches of the games' SDKs in C: `_ludus_grid`. Each SDK also implements them in Python, for use without this
 * module. No argument is asked anything that could run code of the bot: it is of an exact type, or an error is raised.
 */
#define PY_SSIZE_T_CLEAN
#include "Python.h"
#include "pycore_long.h"
#include "pycore_runtime.h"
#include "ludus_grid.h"

enum { DISTANCES = SEARCH_DISTANCES, REACHABLE = SEARCH_REACHABLE, DANGER = SEARCH_DANGER };

/** Python's own numbers from 0 to 256. */
#define SMALL (&_PyLong_SMALL_INTS[_PY_NSMALLNEGINTS])
/** A −1 other than Python's. During a search, blocked cells contain it. */
static PyObject *blocked;

static inline PyObject *number(int32_t value) {
  return value >= 0 && value < _PY_NSMALLPOSINTS ? Py_NewRef((PyObject *)&SMALL[value]) : PyLong_FromLong(value);
}

/** An integer of at least `least`; greater numbers than `most` become `most`. −1 with an error set. */
static int32_t whole(PyObject *value, int32_t least, int32_t most, const char *name) {
  int overflow = 0;
  if (!PyLong_Check(value)) {
    PyErr_Format(PyExc_TypeError, "%s must be a whole number, not %.100s", name, Py_TYPE(value)->tp_name);
    return -1;
  }
  const long long found = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow > 0 || found > most) return most;
  if (overflow == 0 && found >= least) return (int32_t)found;
  PyErr_Format(PyExc_ValueError, "%s must be at least %d", name, (int)least);
  return -1;
}

/** Copies which cells are blocked: the non-zero ones. Returns their number, or −1 with an error set. */
static int32_t fill(Grid *grid, PyObject *cells) {
  const int32_t free = grid->unseen, taken = grid->blocked;
  PyObject **item = PyList_CheckExact(cells) ? ((PyListObject *)cells)->ob_item : NULL;
  const char *byte = item ? NULL : PyBytes_CheckExact(cells) ? PyBytes_AS_STRING(cells) : PyByteArray_AS_STRING(cells);
  int32_t open = 0;
  for (int32_t row = 0; row < grid->rows; row++) {
    int32_t *at = grid_row(grid, row), *const end = at + grid->columns;
    if (byte)
      for (; at < end; at++, byte++) {
        *at = *byte ? taken : free;
        open += !*byte;
      }
    else
      for (; at < end; at++, item++) {
        int is_open = *item == (PyObject *)SMALL;
        if (!is_open && (uintptr_t)*item - (uintptr_t)SMALL >= sizeof(PyLongObject) * _PY_NSMALLPOSINTS) {
          if (!PyLong_Check(*item)) {
            PyErr_Format(PyExc_TypeError, "cells must be whole numbers, not %.100s", Py_TYPE(*item)->tp_name);
            return -1;
          }
          is_open = Py_SIZE(*item) == 0;
        }
        *at = is_open ? free : taken;
        open += is_open;
      }
  }
  return grid->rows * grid->columns - open;
}

/** A list of this number of integers, whose memory is freed. */
static PyObject *listed(int32_t *numbers, Py_ssize_t count) {
  PyObject *list = PyList_New(count);
  for (Py_ssize_t at = 0; list && at < count; at++) {
    PyObject *item = number(numbers[at]);
    if (!item) Py_CLEAR(list);
    else PyList_SET_ITEM(list, at, item);
  }
  free(numbers);
  return list;
}

static int32_t source_at(PyObject *sources, Py_ssize_t at) { return (int32_t)PyLong_AsLong(PyList_GET_ITEM(sources, at)); }

static void more_references(PyObject *value, int32_t count) { Py_SET_REFCNT(value, Py_REFCNT(value) + count); }

/**
 * For each cell, the number of steps to it, or −1. Cells contain the objects themselves (an address has 32 bits here).
 * So the list is a copy, and references are counted once per step. `taken`: the number of blocked cells.
 */
static PyObject *distances(Grid *grid, PyObject *sources, int32_t taken) {
  const int32_t cells = grid->rows * grid->columns;
  PyObject *list = PyList_New(cells), *value = (PyObject *)SMALL;
  if (!list) return NULL;
  for (Py_ssize_t at = 0; at < PyList_GET_SIZE(sources); at++) {
    const int32_t source = source_at(sources, at);
    if (*grid_place(grid, source) == grid->blocked) taken--;
    grid_begin(grid, source, (int32_t)value);
  }
  more_references(value, grid->found);
  for (int32_t far = 1; grid->next < grid->found; far++) {
    value = number(far);
    if (!value) {
      // The numbers so far stay counted: the few that would be freed are lost to a bot that has no memory anyway.
      Py_DECREF(list);
      return NULL;
    }
    more_references(value, grid_step(grid, (int32_t)value));
    Py_DECREF(value);
  }
  more_references((PyObject *)grid->unseen, cells - taken - grid->found);
  more_references(blocked, taken);
  grid_pack(grid, grid->at, (int32_t *)((PyListObject *)list)->ob_item);
  return list;
}

/** The same as a list of cells, or of the number of sources near each cell. */
static PyObject *numbers(Grid *grid, PyObject *sources, int32_t steps, int kind) {
  const size_t cells = (size_t)grid->rows * grid->columns, padded = (size_t)(grid->rows + 2) * grid->width;
  int32_t *count = kind == DANGER ? calloc(padded, sizeof(int32_t)) : NULL;
  int32_t *result = kind == DANGER && !count ? NULL : malloc(cells * sizeof(int32_t));
  if (!result) {
    free(count);
    return PyErr_NoMemory();
  }
  for (Py_ssize_t at = 0; at < PyList_GET_SIZE(sources); at++)
    if (count) grid_count(grid, source_at(sources, at), steps, count);
    else grid_begin(grid, source_at(sources, at), 0);
  if (count) {
    grid_pack(grid, count, result);
    free(count);
    return listed(result, cells);
  }
  grid_search(grid, steps);
  if (grid_list(grid, result)) return listed(result, grid->found);
  free(result);
  return PyErr_NoMemory();
}

static PyObject *search(PyObject *const *given, Py_ssize_t count, int kind) {
  const int wants = kind == DISTANCES ? 4 : 5;
  if (count != wants) return PyErr_Format(PyExc_TypeError, "expected %d arguments, found %zd", wants, count);
  PyObject *cells = given[0], *sources = given[3];
  if (!PyList_CheckExact(cells) && !PyBytes_CheckExact(cells) && !PyByteArray_CheckExact(cells))
    return PyErr_Format(PyExc_TypeError, "cells must be bytes, a bytearray, or a list, not %.100s", Py_TYPE(cells)->tp_name);
  const int32_t columns = whole(given[1], 1, GRID_CELLS, "columns");
  const int32_t wraps = columns < 0 ? -1 : whole(given[2], 0, GRID_COLUMNS_WRAP | GRID_ROWS_WRAP, "wraps");
  const int32_t steps = wraps < 0                                           ? -1
                        : kind == DISTANCES || given[wants - 1] == Py_None ? INT32_MAX - 1
                                                                            : whole(given[4], 0, INT32_MAX - 1, "steps");
  if (steps < 0) return NULL;
  const Py_ssize_t size = Py_SIZE(cells);
  if (size == 0 || size > GRID_CELLS || size % columns != 0)
    return PyErr_Format(PyExc_ValueError, "%zd cells are no board with %d columns", size, (int)columns);
  if (!PyList_CheckExact(sources))
    return PyErr_Format(PyExc_TypeError, "sources must be a list, not %.100s", Py_TYPE(sources)->tp_name);
  for (Py_ssize_t at = 0; at < PyList_GET_SIZE(sources); at++) {
    const int32_t source = whole(PyList_GET_ITEM(sources, at), 0, GRID_CELLS, "the number of a cell");
    if (source < 0) return NULL;
    if (source >= size) return PyErr_Format(PyExc_IndexError, "the number of a cell must be below %zd", size);
  }
  // No code of the bot runs from here on.
  Grid grid = {.unseen = GRID_UNSEEN, .blocked = GRID_BLOCKED, .joined = GRID_JOINED};
  if (kind == DISTANCES) {
    grid.unseen = (int32_t)(SMALL - 1);
    grid.blocked = (int32_t)blocked;
    grid.joined = 0;
  }
  if (!grid_make(&grid, (int32_t)(size / columns), columns, wraps)) return PyErr_NoMemory();
  const int32_t taken = fill(&grid, cells);
  PyObject *list = taken < 0 ? NULL : kind == DISTANCES ? distances(&grid, sources, taken) : numbers(&grid, sources, steps, kind);
  grid_free(&grid);
  return list;
}

/** A search over a cylinder: kind, cells as bytes, columns, window, round, sources, and a limit of rounds or None. */
static PyObject *cylinder(PyObject *module, PyObject *const *given, Py_ssize_t count) {
  if (count != 7) return PyErr_Format(PyExc_TypeError, "expected 7 arguments, found %zd", count);
  PyObject *cells = given[1], *sources = given[5];
  if (!PyBytes_CheckExact(cells) || !PyList_CheckExact(sources)) {
    PyErr_SetString(PyExc_TypeError, "cells must be bytes, and sources a list");
    return NULL;
  }
  const int32_t kind = whole(given[0], DISTANCES, DANGER, "kind");
  const int32_t columns = kind < 0 ? -1 : whole(given[2], 1, GRID_CELLS, "columns");
  const int32_t window = columns < 0 ? -1 : whole(given[3], 1, columns, "window");
  const int32_t round = window < 0 ? -1 : whole(given[4], 0, INT32_MAX, "round");
  const int32_t rounds = round < 0 ? -1 : given[6] == Py_None ? INT32_MAX : whole(given[6], 0, INT32_MAX, "steps");
  if (rounds < 0) return NULL;
  const Py_ssize_t size = PyBytes_GET_SIZE(cells), begins = PyList_GET_SIZE(sources);
  if (size == 0 || size > GRID_CELLS / 2 || size % columns != 0)
    return PyErr_Format(PyExc_ValueError, "%zd cells are no board with %d columns", size, (int)columns);
  int32_t *from = malloc(sizeof(int32_t) * (begins + 1)), *found = malloc(sizeof(int32_t) * size), result = -1;
  if (!from || !found) goto memory;
  for (Py_ssize_t at = 0; at < begins; at++) {
    from[at] = whole(PyList_GET_ITEM(sources, at), 0, GRID_CELLS, "the number of a cell");
    if (from[at] >= size) PyErr_Format(PyExc_IndexError, "the number of a cell must be below %zd", size);
    if (PyErr_Occurred()) goto failed;
  }
  const Cylinder board = {.columns = columns, .window = window, .first = round % columns};
  result = cylinder_find((const uint8_t *)PyBytes_AS_STRING(cells), size, board, from, begins, rounds, kind, found);
  free(from);
  if (result >= 0) return listed(found, result);
  from = NULL;
memory:
  PyErr_NoMemory();
failed:
  free(from);
  free(found);
  return NULL;
}

static PyObject *call_distances(PyObject *module, PyObject *const *given, Py_ssize_t count) { return search(given, count, DISTANCES); }
static PyObject *call_reachable(PyObject *module, PyObject *const *given, Py_ssize_t count) { return search(given, count, REACHABLE); }
static PyObject *call_danger(PyObject *module, PyObject *const *given, Py_ssize_t count) { return search(given, count, DANGER); }

static PyMethodDef METHODS[] = {
  {"distances", (PyCFunction)(void (*)(void))call_distances, METH_FASTCALL, NULL},
  {"reachable", (PyCFunction)(void (*)(void))call_reachable, METH_FASTCALL, NULL},
  {"danger", (PyCFunction)(void (*)(void))call_danger, METH_FASTCALL, NULL},
  {"window", (PyCFunction)(void (*)(void))cylinder, METH_FASTCALL, NULL},
  {NULL, NULL, 0, NULL},
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_ludus_grid", NULL, -1, METHODS};

PyMODINIT_FUNC PyInit__ludus_grid(void) {
  PyLongObject *made = _PyLong_New(1);
  if (!made) return NULL;
  made->ob_digit[0] = 1;
  Py_SET_SIZE(made, -1);
  blocked = (PyObject *)made;
  return PyModule_Create(&MODULE);
}
