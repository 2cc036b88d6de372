/** Marks the date pills that float above messages of their day, so that they show only while scrolling. */
export function markFloatingDays(content: HTMLElement): void {
  for (const pill of content.querySelectorAll<HTMLElement>('[data-day-pill]')) {
    const day = pill.parentElement
    if (day === null) continue
    const isFloating = pill.getBoundingClientRect().top - day.getBoundingClientRect().top > floatingFrom
    pill.toggleAttribute('data-floating', isFloating)
  }
}

/** A pill at rest stands this far below the top of its day at most, px. */
const floatingFrom = 16
