import { useEffect, useState } from 'react'

/** An address under which the page itself can show a file; given back when the file changes or the page goes. */
export const usePreview = (file: File | undefined): string | undefined => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file === undefined) return setAddress(undefined)
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return address
}
