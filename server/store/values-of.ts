/** Reads what a query is given of rows: of a single one its value, of several a list of theirs. */
export const valuesOf =
  <Row>(rows: readonly Row[]) =>
  <Value>(read: (row: Row) => Value): Value | readonly Value[] => {
    const [first] = rows
    return rows.length === 1 && first !== undefined ? read(first) : rows.map(read)
  }
