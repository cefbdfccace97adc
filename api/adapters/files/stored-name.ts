const NAME = /^[\da-f]{32}\.[a-z\d]{2,5}$/u

/** Whether something is the name of a stored file: 32 random hexadecimal digits and an ending. Nothing else becomes a path or a key. */
export const isStoredName = (name: string): boolean => NAME.test(name)
