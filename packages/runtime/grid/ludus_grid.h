/*
 * Searches over a board of cells for the games' SDKs, in both engines (cpython/engine/ludus_grid.c,
 * quickjs/engine/ludus.c). A step leads to one of four neighbours. A cell's number is row * columns + column. The
 * caller has checked all numbers, and nothing here calls back into an interpreter. Without an engine, the SDKs
 * implement the same searches in their languages, with the same results.
 */
#ifndef LUDUS_GRID_H
#define LUDUS_GRID_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Maximum number of cells of a board. */
#define GRID_CELLS (1 << 22)
/** Joined sides: the last column to the first, and the last row to the first. */
enum { GRID_COLUMNS_WRAP = 1, GRID_ROWS_WRAP = 2 };
/** Contents of cells without a number of steps, if steps are stored as numbers. */
enum { GRID_UNSEEN = -1, GRID_BLOCKED = -2, GRID_JOINED = -3 };

/** A board with a ring of cells around it, so that a step needn't check the edge of the board. */
typedef struct {
  int32_t rows, columns, width;
  /** Contents of free cells, of blocked cells, and of ring cells that represent the opposite side. */
  int32_t unseen, blocked, joined;
  int32_t *at;
  /** The found cells, nearest first; those before `next` have been expanded. */
  int32_t **queue;
  int32_t found, next;
} Grid;

/**
 * Allocates a board of `rows` * `columns` cells: each from 1, at most GRID_CELLS together. The caller has set the
 * cells' contents, and then fills each `grid_row`. Returns 0 without memory.
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

/** The place at the opposite side of a place in the ring. */
static int32_t *grid_across(const Grid *grid, int32_t *place) {
  const int32_t width = grid->width, at = (int32_t)(place - grid->at);
  if (at < width) return place + grid->rows * width;
  if (at >= (grid->rows + 1) * width) return place - grid->rows * width;
  return at % width == 0 ? place + grid->columns : place - grid->columns;
}

/** Starts at a cell, blocked or not, which then contains `value`. */
static inline void grid_begin(Grid *grid, int32_t cell, int32_t value) {
  int32_t *place = grid_place(grid, cell);
  if (*place == value) return;
  *place = value;
  grid->queue[grid->found++] = place;
}

/**
 * Makes one step from all cells that the last one found; cells that it enters then contain `value`. Returns their
 * number.
 */
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

/** Finds all cells within `steps` of the start cells, for cells with numbers. */
static void grid_search(Grid *grid, int32_t steps) {
  for (int32_t far = 1; far <= steps && grid_step(grid, far) > 0; far++);
}

/**
 * Writes the numbers of the found cells: nearest first, equally near ones in ascending order. Returns 0 without memory.
 */
static int grid_list(const Grid *grid, int32_t *into) {
  if (grid->found == 0) return 1;
  // Start in the list of the cells at each distance.
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
 * Adds one for each cell within `steps` of the source, in a board like `at`, and clears the found cells. Cells contain
 * numbers.
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

/** Copies the rows of a board like `at` one after the other. */
static void grid_pack(const Grid *grid, const int32_t *board, int32_t *into) {
  board += grid->width + 1;
  for (int32_t row = 0; row < grid->rows; row++, board += grid->width, into += grid->columns)
    memcpy(into, board, sizeof(int32_t) * grid->columns);
}

/*
 * A cylinder with a window that advances by one column per round: a step is a round, with one of nine moves
 * (docs/cylinder.md §5). The columns are laid out from the window's first, up to one turn of the window around the
 * cylinder. So a column that enters the window again is stored twice.
 */
typedef struct {
  int32_t columns, window, first;
} Cylinder;

/**
 * Allocates a cylinder of `rows`, whose cells contain numbers, and copies which are blocked. Returns 0 without memory.
 */
static int cylinder_make(Grid *grid, const Cylinder *from, const uint8_t *cells, int32_t rows) {
  grid->unseen = GRID_UNSEEN;
  grid->blocked = GRID_BLOCKED;
  grid->joined = GRID_JOINED;
  if (!grid_make(grid, rows, from->columns + from->window, 0)) return 0;
  for (int32_t row = 0; row < rows; row++, cells += from->columns) {
    int32_t *at = grid_row(grid, row), *const end = at + grid->columns;
    for (int32_t column = from->first; at < end; at++) {
      *at = cells[column] ? GRID_BLOCKED : GRID_UNSEEN;
      if (++column == from->columns) column = 0;
    }
  }
  return 1;
}

/** The place of a cell in the current window, or where the window first reaches it. */
static int32_t cylinder_cell(const Cylinder *from, int32_t cell) {
  const int32_t column = cell % from->columns - from->first;
  return cell / from->columns * (from->columns + from->window) + (column < 0 ? column + from->columns : column);
}

/** Finds all cells within `rounds` of the start cells. */
static void cylinder_search(Grid *grid, const Cylinder *from, int32_t rounds) {
  const int32_t width = grid->width, most = rounds < from->columns ? rounds : from->columns;
  int32_t **tail = grid->queue + grid->found, **head = grid->queue;
  for (int32_t round = 1; round <= most && head < tail; round++)
    for (int32_t **const end = tail; head < end; head++) {
      int32_t *const here = *head;
      // Columns ahead that are in that round's window: from `low`, below `high`.
      const int32_t low = round - ((int32_t)(here - grid->at) % width - 1), high = low + from->window;
#define CYLINDER_ENTER(ahead, to)                                             \
  if ((ahead) >= low && (ahead) < high && *(to) == GRID_UNSEEN) {             \
    *(to) = round;                                                            \
    *tail++ = (to);                                                           \
  }
      const int is_fast = high > 2 && here[1] != GRID_BLOCKED && here[2] != GRID_BLOCKED;
      if (here[1] != GRID_BLOCKED) CYLINDER_ENTER(1, here + 1)
      if (is_fast) CYLINDER_ENTER(2, here + 2)
      for (int32_t side = -width; side <= width; side += 2 * width) {
        int32_t *const beside = here + side;
        if (*beside == GRID_BLOCKED) continue;
        CYLINDER_ENTER(0, beside)
        if (here[1] == GRID_BLOCKED || beside[1] == GRID_BLOCKED) continue;
        CYLINDER_ENTER(1, beside + 1)
        if (is_fast && beside[2] != GRID_BLOCKED) CYLINDER_ENTER(2, beside + 2)
      }
#undef CYLINDER_ENTER
    }
  grid->next = (int32_t)(head - grid->queue);
  grid->found = (int32_t)(tail - grid->queue);
}

/** The number of rounds to each cell of the cylinder, or −1. */
static void cylinder_pack(const Grid *grid, const Cylinder *from, int32_t *into) {
  for (int32_t row = 0; row < grid->rows; row++, into += from->columns) {
    const int32_t *at = grid_row(grid, row), *const end = at + grid->columns;
    for (int32_t column = 0; column < from->columns; column++) into[column] = -1;
    for (int32_t column = from->first; at < end; at++) {
      if (*at >= 0 && (into[column] < 0 || *at < into[column])) into[column] = *at;
      if (++column == from->columns) column = 0;
    }
  }
}

/** Converts the steps to each cell to the list of `grid_list`, and returns its length; −1 without memory. */
static int32_t cylinder_list(int32_t *far, int32_t cells) {
  int32_t most = -1, found = 0;
  for (int32_t cell = 0; cell < cells; cell++)
    if (far[cell] > most) most = far[cell];
  int32_t *begin = calloc(most + 2, sizeof(int32_t)), *list = malloc(sizeof(int32_t) * cells);
  if (begin && list) {
    for (int32_t cell = 0; cell < cells; cell++)
      if (far[cell] >= 0) begin[far[cell] + 1]++, found++;
    for (int32_t at = 1; at <= most; at++) begin[at] += begin[at - 1];
    for (int32_t cell = 0; cell < cells; cell++)
      if (far[cell] >= 0) list[begin[far[cell]]++] = cell;
    memcpy(far, list, sizeof(int32_t) * found);
  } else found = -1;
  free(begin);
  free(list);
  return found;
}

enum { SEARCH_DISTANCES, SEARCH_REACHABLE, SEARCH_DANGER };

/**
 * A search over a cylinder, into an array with one entry per cell. Returns the length of the result; −1 without memory.
 * The caller has checked: columns and window from 1, first below columns, sources below the cells, which are at most
 * GRID_CELLS with the window's once more.
 */
static int32_t cylinder_find(const uint8_t *cells, int32_t size, Cylinder from, const int32_t *sources, int32_t count, int32_t rounds,
                             int kind, int32_t *into) {
  const int32_t each = kind == SEARCH_DANGER ? 1 : count;
  int32_t *far = kind == SEARCH_DANGER ? malloc(sizeof(int32_t) * size) : into;
  if (!far) return -1;
  if (kind == SEARCH_DANGER) memset(into, 0, sizeof(int32_t) * size);
  int32_t at = 0, result = size;
  do {
    Grid grid;
    if (!cylinder_make(&grid, &from, cells, size / from.columns)) {
      result = -1;
      break;
    }
    const int32_t begin = at, end = count - at < each ? count : at + each;
    for (; at < end; at++) grid_begin(&grid, cylinder_cell(&from, sources[at]), 0);
    // No path leads through an obstacle, even if a search starts in it.
    for (int32_t i = begin; i < end; i++)
      if (cells[sources[i]]) *grid_place(&grid, cylinder_cell(&from, sources[i])) = GRID_BLOCKED;
    cylinder_search(&grid, &from, rounds);
    for (int32_t i = begin; i < end; i++) *grid_place(&grid, cylinder_cell(&from, sources[i])) = 0;
    cylinder_pack(&grid, &from, far);
    grid_free(&grid);
    for (int32_t cell = 0; kind == SEARCH_DANGER && cell < size; cell++) into[cell] += far[cell] >= 0;
  } while (at < count);
  if (kind == SEARCH_DANGER) free(far);
  return result >= 0 && kind == SEARCH_REACHABLE ? cylinder_list(into, size) : result;
}

#endif
