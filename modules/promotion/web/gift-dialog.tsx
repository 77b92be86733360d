import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Skeleton } from 'antd';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts as usual } from '#platform/web/text/texts.ts';
import {
  giftFault,
  giftRow,
  totalsOf,
  type ChooseGifts,
  type ChosenGifts,
  type GiftGoods,
  type GiftOffer,
  type GiftQuestion,
  type GiftRow,
} from '#promotion/model/gift-choice.ts';
import { limitsText, Meters, piecesText, sumText } from './gift-meters.tsx';
import { GiftTable } from './gift-table.tsx';
import { giftTexts as texts } from './promotion-texts.ts';
import './gifts.css';

/** What was chosen of each offer with how many of each; undefined when the dialog was left. */
export const chooseGifts: ChooseGifts = (question) =>
  openDialog<ChosenGifts>((close) => <GiftDialog title={say(texts.title)} question={question} onClose={close} />);

/** A package as people will see it who choose from it. */
export const tryGifts = async (of: Pick<GiftOffer, 'key' | 'name' | 'isWhole' | 'maxNumber' | 'maxAmount'>) => {
  const load = async (): Promise<readonly GiftOffer[]> => {
    const goods = await get<readonly GiftGoods[]>(
      '/channelsale/promotion/package/details',
      { packageCode: of.key },
      { isSilent: true },
    );
    return [{ ...of, goods, notes: [], isMore: false, chosen: [] }];
  };
  await openDialog<ChosenGifts>((close) => (
    <GiftDialog title={say(texts.tried)} question={{ about: of.name, load }} onClose={close} />
  ));
};

/** A grid that opens in a window that still grows measures itself once more (001 §2.14). */
const layoutRefreshMs = 1000;

interface GiftDialogProps {
  readonly title: string;
  readonly question: GiftQuestion;
  readonly onClose: (chosen?: ChosenGifts) => void;
}
function GiftDialog({ title, question, onClose }: GiftDialogProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [key, choose] = useState<string | null>(null);
  const gifts = useGifts(question, typed);
  const { offers, rowsOf } = gifts;
  const offer = offers.find((each) => each.key === key) ?? offers[0];
  useLayoutRefresh();
  const confirm = (): void => {
    const wrong = offers.find((each) => giftFault(rowsOf(each), each) !== null);
    if (wrong === undefined) {
      onClose(Object.fromEntries(offers.map((each) => [each.key, chosenIn(rowsOf(each)).map(numberOf)])));
      return;
    }
    choose(wrong.key);
    feedback.warn(say(giftFault(rowsOf(wrong), wrong) ?? texts.none));
  };
  const leave = (): void => {
    onClose();
  };
  const { number } = totalsOf(offers.flatMap(rowsOf));
  return (
    <Dialog
      open
      width={1040}
      title={
        <>
          {title} <span className="quiet gift-about">{question.about}</span>
        </>
      }
      onCancel={leave}
      footer={[
        <Button key="cancel" onClick={leave}>
          {say(usual.cancel)}
        </Button>,
        <Button key="confirm" type="primary" data-verb="confirmGifts" disabled={offers.length === 0} onClick={confirm}>
          {say(texts.confirm, { number: piecesText(number) })}
        </Button>,
      ]}
    >
      {offer === undefined ? (
        <NoOffers gifts={gifts} />
      ) : (
        <div className="gift-panes">
          <OfferList
            offers={offers}
            current={offer}
            rowsOf={rowsOf}
            isKept={question.isKept === true}
            onChoose={choose}
          />
          <OfferPane offer={offer} gifts={gifts} typed={typed} onType={setTyped} />
        </div>
      )}
    </Dialog>
  );
}

/** Nothing to choose from: not yet, not read, or not at all. */
function NoOffers({ gifts: { failure, isRead, again } }: { readonly gifts: Gifts }): ReactNode {
  if (failure !== null) return <Failed text={failure} onRetry={again} />;
  return (
    <div className="gift-none">
      {isRead ? <p className="empty-list">{say(texts.empty)}</p> : <Skeleton active paragraph={{ rows: 8 }} />}
    </div>
  );
}

interface OfferPaneProps {
  readonly offer: GiftOffer;
  readonly gifts: Gifts;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}
/** What is chosen from, with how much of the limits is used. */
function OfferPane({ offer, gifts: { rowsOf, change }, typed, onType }: OfferPaneProps): ReactNode {
  const [isInStock, showInStock] = useState(false);
  const rows = rowsOf(offer);
  return (
    <div className="gift-pane">
      <Meters rows={rows} of={offer} />
      <div className="gift-head">
        <Input.Search
          allowClear
          className="gift-search"
          placeholder={say(texts.search)}
          aria-label={say(texts.search)}
          onChange={(event) => {
            onType(event.target.value.trim());
          }}
        />
        <Checkbox
          checked={isInStock}
          data-verb="giftsInStock"
          onChange={(event) => {
            showInStock(event.target.checked);
          }}
        >
          {say(texts.inStock)}
        </Checkbox>
        <span className="quiet gift-keys">{say(texts.keys)}</span>
      </div>
      <GiftTable
        key={offer.key}
        rows={rows.filter((row) => isFound(row, typed) && (!isInStock || isThere(row)))}
        isWhole={offer.isWhole}
        isNarrowed={rows.length > 0}
        onChange={(codes, how) => {
          change(offer, codes, how);
        }}
      />
      <div className="gift-foot">
        <span data-testid="gift-sum">{sumText(rows)}</span>
        {offer.isMore && <span className="quiet">{say(texts.more)}</span>}
      </div>
    </div>
  );
}

const numberOf = ({ productCode, number }: GiftRow) => ({ productCode, number });
const chosenIn = (rows: readonly GiftRow[]): readonly GiftRow[] => rows.filter(({ isChosen }) => isChosen);
const isFound = ({ productCode, productName }: GiftRow, typed: string): boolean =>
  [productCode, productName].some((each) => each.toLowerCase().includes(typed.toLowerCase()));
/** Where nobody may know, everything may be there. */
const isThere = ({ erpStockNumber }: GiftRow): boolean =>
  erpStockNumber === null || !/^(-|0*\.?0*$)/.test(erpStockNumber);

function useLayoutRefresh(): void {
  useEffect(() => {
    const timer = setTimeout(() => window.dispatchEvent(new Event('resize')), layoutRefreshMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}

interface Gifts {
  /** What the server said, when it could not be read. */
  readonly failure: string | null;
  readonly isRead: boolean;
  readonly again: () => void;
  readonly offers: readonly GiftOffer[];
  readonly rowsOf: (offer: GiftOffer) => readonly GiftRow[];
  readonly change: (offer: GiftOffer, codes: readonly string[], how: (row: GiftRow) => GiftRow) => void;
}
/** What there is to choose from, and what was chosen of it: whatever is searched for meanwhile stays chosen. */
function useGifts({ load }: GiftQuestion, typed: string): Gifts {
  const [name] = useState(() => `gifts ${String(++last)}`);
  const [isSearched, search] = useState(false);
  const keyword = useDeferredValue(isSearched ? typed : '');
  const { data, error, refetch } = useQuery({
    queryKey: ['gifts', name, keyword],
    queryFn: () => load(keyword),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const offers = data ?? [];
  const [changed, setChanged] = useState<Readonly<Record<string, Readonly<Record<string, GiftRow>>>>>({});
  if (!isSearched && offers.some(({ isMore }) => isMore)) search(true);
  const rowsOf = ({ key, goods, chosen }: GiftOffer): readonly GiftRow[] => {
    const own = changed[key] ?? {};
    const rows = goods.map((each) => own[each.productCode] ?? giftRow(each, chosen));
    const codes = new Set(goods.map(({ productCode }) => productCode));
    return [...rows, ...Object.values(own).filter(({ productCode, isChosen }) => isChosen && !codes.has(productCode))];
  };
  return {
    failure: error?.message ?? null,
    isRead: data !== undefined,
    again: () => void refetch(),
    offers,
    rowsOf,
    change: (offer, codes, how) => {
      const rows = rowsOf(offer).filter(({ productCode }) => codes.includes(productCode));
      setChanged((before) => ({
        ...before,
        [offer.key]: { ...before[offer.key], ...Object.fromEntries(rows.map((row) => [row.productCode, how(row)])) },
      }));
    },
  };
}
let last = 0;

interface OfferListProps {
  readonly offers: readonly GiftOffer[];
  readonly current: GiftOffer | undefined;
  readonly rowsOf: Gifts['rowsOf'];
  readonly isKept: boolean;
  readonly onChoose: (key: string) => void;
}
/** What may be chosen from, at the left, each with how far it was used. */
function OfferList({ offers, current, rowsOf, isKept, onChoose }: OfferListProps): ReactNode {
  return (
    <div className="gift-offers" role="listbox" aria-label={say(texts.title)}>
      {offers.map((offer) => {
        const chosen = chosenIn(rowsOf(offer));
        const state = chosen.length === 0 ? 'none' : offer.isWhole ? 'taken' : 'picked';
        return (
          <button
            key={offer.key}
            type="button"
            role="option"
            aria-selected={offer === current}
            className="gift-offer"
            data-offer={offer.key}
            onClick={() => {
              onChoose(offer.key);
            }}
          >
            <b title={offer.name}>{offer.name}</b>
            <span className="gift-state" data-state={state}>
              {say(texts[state], { number: piecesText(totalsOf(chosen).number) })}
            </span>
            <small>
              {[say(offer.isWhole ? texts.whole : texts.own), limitsText(offer)].filter(Boolean).join(' · ')}
            </small>
            {offer.notes.map((note) => (
              <small key={note}>{note}</small>
            ))}
          </button>
        );
      })}
      <p className="quiet gift-lost">{say(isKept ? texts.kept : texts.lost)}</p>
    </div>
  );
}
