/*
 * Searches over a board of cells for the games' SDKs, in both engines (cpython/engine/ludus_grid.c, quickjs/engine/ludus.c). A step leads
 * to one of four neighbours. A cell's number is row * columns + column. Whoever calls has checked all numbers, and nothing here calls
 * back into an interpreter. The SDKs do the same in their own languages where there is no engine, with the same results.
 */
#ifndef LUDUS_GRID_H
#define LUDUS_GRID_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** The most cells of a board. */
#define GRID_CELLS (1 << 22)
/** Sides that are joined: the last column to the first, and the last row to the first. */
enum { GRID_COLUMNS_WRAP = 1, GRID_ROWS_WRAP = 2 };
/** What cells hold that are no steps away, where steps are counted as numbers. */
enum { GRID_UNSEEN = -1, GRID_BLOCKED = -2, GRID_JOINED = -3 };

/** A board with a ring of cells around it, so that no step has to look where the board ends. */
typedef struct {
  int32_t rows, columns, width;
  /** What cells hold that can be entered, that can't, and those of the ring that stand for the opposite side. */
  int32_t unseen, blocked, joined;
  int32_t *at;
  /** The cells that were found, nearest first; up to `next` it was looked where they lead. */
  int32_t **queue;
  int32_t found, next;
} Grid;

/**
 * Makes room for a board of `rows` * `columns` cells: each from 1, at most GRID_CELLS together. The caller has set what cells hold, and
 * then fills each `grid_row`. 0 without memory.
 */
static int grid_make(Grid *grid, int32_t rows, int32_t columns, int wraps) {
  const int32_t width = columns + 2, last = (rows + 1) * width;
  grid->rows = rows;
  grid->columns = columns;
  grid->width = width;
  grid->found = grid->next = 0;
  grid->at = malloc(sizeof(int32_t) * (last + width));
  grid->queue = malloc(sizeof(int32_t *) * rows * columns);
  if (!grid->at || !grid->queue) {
    free(grid->at);
    free(grid->queue);
    return 0;
  }
  const int32_t vertical = wraps & GRID_ROWS_WRAP ? grid->joined : grid->blocked;
  for (int32_t column = 0; column < width; column++) grid->at[column] = grid->at[last + column] = vertical;
  const int32_t side = wraps & GRID_COLUMNS_WRAP ? grid->joined : grid->blocked;
  for (int32_t row = width; row < last; row += width) grid->at[row] = grid->at[row + width - 1] = side;
  return 1;
}

static void grid_free(Grid *grid) {
  free(grid->at);
  free(grid->queue);
}

static inline int32_t *grid_row(const Grid *grid, int32_t row) { return grid->at + (row + 1) * grid->width + 1; }
static inline int32_t *grid_place(const Grid *grid, int32_t cell) {
  return grid_row(grid, cell / grid->columns) + cell % grid->columns;
}

/** The place at the opposite side, of one in the ring. */
static int32_t *grid_across(const Grid *grid, int32_t *place) {
  const int32_t width = grid->width, at = (int32_t)(place - grid->at);
  if (at < width) return place + grid->rows * width;
  if (at >= (grid->rows + 1) * width) return place - grid->rows * width;
  return at % width == 0 ? place + grid->columns : place - grid->columns;
}

/** Begins at a cell, blocked or not, which then holds `value`. */
static inline void grid_begin(Grid *grid, int32_t cell, int32_t value) {
  int32_t *place = grid_place(grid, cell);
  if (*place == value) return;
  *place = value;
  grid->queue[grid->found++] = place;
}

/** Makes one step from all cells that the last one found; cells that it enters then hold `value`. The value is how many they are. */
static int32_t grid_step(Grid *grid, int32_t value) {
  const int32_t width = grid->width, unseen = grid->unseen, joined = grid->joined;
  int32_t **head = grid->queue + grid->next, **const end = grid->queue + grid->found, **tail = end;
#define GRID_ENTER(by)                                              \
  {                                                                 \
    int32_t *place = here + (by), seen = *place;                    \
    if (seen == joined) seen = *(place = grid_across(grid, place)); \
    if (seen == unseen) {                                           \
      *place = value;                                               \
      *tail++ = place;                                              \
    }                                                               \
  }
  for (; head < end; head++) {
    int32_t *const here = *head;
    GRID_ENTER(-width)
    GRID_ENTER(1)
    GRID_ENTER(width)
    GRID_ENTER(-1)
  }
#undef GRID_ENTER
  grid->next = grid->found;
  grid->found = (int32_t)(tail - grid->queue);
  return grid->found - grid->next;
}

/** Finds all cells within `steps` of those where it began, where cells hold numbers. */
static void grid_search(Grid *grid, int32_t steps) {
  for (int32_t far = 1; far <= steps && grid_step(grid, far) > 0; far++);
}

/** Writes the numbers of the cells that were found: nearest first, equally near ones in ascending order. 0 without memory. */
static int grid_list(const Grid *grid, int32_t *into) {
  if (grid->found == 0) return 1;
  // Where in the list the cells begin that are so many steps away.
  int32_t *begin = malloc(sizeof(int32_t) * (*grid->queue[grid->found - 1] + 1));
  if (!begin) return 0;
  for (int32_t i = 0, far = -1; i < grid->found; i++)
    if (*grid->queue[i] > far) begin[++far] = i;
  for (int32_t row = 0, cell = 0; row < grid->rows; row++) {
    const int32_t *at = grid_row(grid, row);
    for (int32_t column = 0; column < grid->columns; column++, cell++)
      if (at[column] >= 0) into[begin[at[column]]++] = cell;
  }
  free(begin);
  return 1;
}

/**
 * Adds one for each cell within `steps` of the source, in a board like `at`, and forgets what it found. Cells hold numbers.
 */
static void grid_count(Grid *grid, int32_t source, int32_t steps, int32_t *count) {
  int32_t *const place = grid_place(grid, source), before = *place;
  grid->found = grid->next = 0;
  grid_begin(grid, source, 0);
  grid_search(grid, steps);
  for (int32_t i = 0; i < grid->found; i++) {
    count[grid->queue[i] - grid->at]++;
    *grid->queue[i] = grid->unseen;
  }
  *place = before;
}

/** Puts the rows of a board like `at` one after the other. */
static void grid_pack(const Grid *grid, const int32_t *board, int32_t *into) {
  board += grid->width + 1;
  for (int32_t row = 0; row < grid->rows; row++, board += grid->width, into += grid->columns)
    memcpy(into, board, sizeof(int32_t) * grid->columns);
}

#endif
