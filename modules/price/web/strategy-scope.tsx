import type { ReactNode } from 'react';
import { ScopeRows } from '#platform/web/field/scope-rows.tsx';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { dimensionsOf, nounOfDimension, scopeSide } from '#price/model/price-choices.ts';
import { mostScopes } from '#price/model/price-scope.ts';

const strategyScope = { sides: scopeSide, dimensions: dimensionsOf, nouns: nounOfDimension, most: mostScopes };

export const StrategyScope = (props: OwnInputProps): ReactNode => <ScopeRows {...props} of={strategyScope} />;
