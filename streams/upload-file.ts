/** A file to upload; browsers pass a File, Node and tests pass bytes. */
export interface UploadFile {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly content: Blob | Uint8Array
}
