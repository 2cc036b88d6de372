import { expect, it } from 'vitest'
import { keepPageOnDrop } from '#src/platform/dragged-files.ts'

/** The used parts of a drag; Node has no DragEvent. */
const drag = (name: string, types: readonly string[]) =>
  Object.assign(new Event(name, { cancelable: true }), { dataTransfer: { types, dropEffect: 'copy' } })

const dispatch = (event: ReturnType<typeof drag>, isTaken = false) => {
  const page = new EventTarget()
  if (isTaken) page.addEventListener(event.type, (first) => first.preventDefault())
  keepPageOnDrop({ addEventListener: page.addEventListener.bind(page) })
  page.dispatchEvent(event)
  return { isPrevented: event.defaultPrevented, dropEffect: event.dataTransfer.dropEffect }
}

it('a file over an element that accepts none is shown as rejected, and a drop there does not leave the page', () => {
  expect(dispatch(drag('dragover', ['Files']))).toEqual({ isPrevented: true, dropEffect: 'none' })
  expect(dispatch(drag('drop', ['Files'])).isPrevented).toBe(true)
})

it('a file over an element that accepts it is not rejected', () => {
  expect(dispatch(drag('dragover', ['Files']), true).dropEffect).toBe('copy')
})

it('text is dropped as the browser does by default', () => {
  expect(dispatch(drag('dragover', ['text/plain'])).isPrevented).toBe(false)
  expect(dispatch(drag('drop', ['text/plain'])).isPrevented).toBe(false)
})
