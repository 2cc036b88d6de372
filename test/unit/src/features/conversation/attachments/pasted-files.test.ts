import { expect, it } from 'vitest'
import { pastedFiles } from '#src/features/conversation/attachments/file-drop-and-paste.ts'

const picture = new File(['a'], 'picture.png', { type: 'image/png' })

it.each([
  { what: 'a picture alone', types: ['Files'], isTaken: true },
  { what: 'a file that the file manager also names', types: ['text/plain', 'Files'], isTaken: true },
  { what: 'a picture that a page also describes as markup', types: ['text/html', 'Files'], isTaken: true },
  {
    what: 'cells of a sheet with a picture of them',
    types: ['text/plain', 'text/html', 'Files'],
    isTaken: false,
  },
  { what: 'formatted text with a picture of it', types: ['text/plain', 'text/rtf', 'Files'], isTaken: false },
])('a paste of $what attaches it: $isTaken', ({ types, isTaken }) => {
  // Node has no DataTransfer; the code reads only its types and files.
  const clipboardData = { types, files: [picture] } as unknown as DataTransfer
  expect(pastedFiles({ clipboardData })).toEqual(isTaken ? [picture] : [])
})
