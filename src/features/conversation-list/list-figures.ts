/** Height of a row until it is measured, CSS px, and rows drawn beyond the edges of the list [SESS-06]. */
export const rowHeight = 60
export const overscan = 6
