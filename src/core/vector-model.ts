/** Who made vectors. Vectors of different keys are never compared with each other. */
export interface VectorModel {
  /** Names model, version and dimensions. */
  key: string;
  dims: number;
  /** What opens the same model again, without secrets; stores only keep it. */
  spec: string;
}
