export interface SbomComponent {
  "bom-ref": string;
  name: string;
  version: string;
  type: string;
  purl?: string;
  hashes?: { alg: string; content: string }[];
}
export interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string; version: string } };
  components: SbomComponent[];
}
export function createSbom(options?: { isWithDev?: boolean }): Sbom;
