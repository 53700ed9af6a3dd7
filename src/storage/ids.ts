/** Names that a store of records gives to what it keeps. Good within one store, never used twice there. */
export type BlobId = number & { readonly __brand: "BlobId" };
export type LinksId = number & { readonly __brand: "LinksId" };
export type ViewId = number & { readonly __brand: "ViewId" };
/** Grows by one with every publish of a view; 0 before the first. */
export type Generation = number & { readonly __brand: "Generation" };
