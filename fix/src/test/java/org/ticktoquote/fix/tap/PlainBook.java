package org.ticktoquote.fix.tap;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reference book of one pair: an unbounded list of levels. */
final class PlainBook {
    /** @param key id, or empty */
    record Level(char side, String key, int level, BigDecimal price, long size) {}

    private final List<Level> levels = new ArrayList<>();
    int repeated;
    int unknown;

    void replace(List<Level> image) {
        levels.clear();
        levels.addAll(image);
    }

    private @Nullable Level found(Predicate<Level> wanted) {
        return levels.stream().filter(wanted).findFirst().orElse(null);
    }

    private static Predicate<Level> same(Level entry) {
        if (!entry.key.isEmpty()) {
            return level -> level.key.equals(entry.key);
        }
        return entry.level > 0
                ? level -> level.side == entry.side && level.level == entry.level
                : level -> level.side == entry.side && level.price.compareTo(entry.price) == 0;
    }

    private void shift(Level from, int by) {
        levels.replaceAll(level -> level.side == from.side && level.level >= from.level
                ? new Level(level.side, level.key, level.level + by, level.price, level.size)
                : level);
    }

    void add(Level entry) {
        Level there = found(same(entry));
        if (entry.key.isEmpty() && entry.level > 0) {
            if (there != null) {
                shift(entry, 1);
            }
        } else if (there != null) {
            repeated++;
            levels.remove(there);
        }
        levels.add(entry);
    }

    void change(Level entry) {
        Level there = found(same(entry));
        if (there == null) {
            unknown++;
            levels.add(entry);
        } else {
            levels.set(levels.indexOf(there), entry);
        }
    }

    void delete(Level entry) {
        Level there = found(same(entry));
        if (there == null) {
            unknown++;
            return;
        }
        levels.remove(there);
        if (entry.key.isEmpty() && entry.level > 0) {
            shift(entry, -1);
        }
    }

    /** Returns the best level with a size as {@code 1.5x3}, or {@code -x0}. */
    String best(char side) {
        Comparator<Level> worse = Comparator.comparing(Level::price);
        return levels.stream()
                .filter(level -> level.side == side && level.size > 0)
                .reduce((one, other) -> worse.compare(other, one) * (side == '0' ? 1 : -1) > 0 ? other : one)
                .map(level -> level.price.stripTrailingZeros().toPlainString() + "x" + level.size)
                .orElse("-x0");
    }

    boolean crossed() {
        String bid = best('0');
        String ask = best('1');
        return !bid.startsWith("-") && !ask.startsWith("-") && price(bid).compareTo(price(ask)) > 0;
    }

    private static BigDecimal price(String best) {
        return new BigDecimal(best.substring(0, best.indexOf('x')));
    }

    int size(char side) {
        return (int) levels.stream().filter(level -> level.side == side).count();
    }

    List<Level> levels() {
        return List.copyOf(levels);
    }
}
