import { avatarTypeOf } from '../accounts/avatars.ts'
import { CallRefusal } from '../calls/refusal.ts'

const folder = '/files/avatars/'

/** A group's picture is one that was uploaded here, or none: no address elsewhere, which would be told who looks. */
export function checkGroupPicture(address: string): string {
  const isOurs = address.startsWith(folder) && avatarTypeOf(address.slice(folder.length)) !== undefined
  if (address !== '' && !isOurs) throw CallRefusal.wrongValue('GroupImg', 'invalid')
  return address
}
