package org.ticktoquote.replayer.venue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.YamlSection;

/** Reads what a venue's messages look like; what is wrong becomes problems of the section's file. */
final class FormReader {
    private static final int MOST_LEVELS = 1000;
    private static final Map<String, Boolean> TYPES = Map.of("W", false, "X", true);
    private static final Map<String, Boolean> SIDES = Map.of("both", true, "changed", false);
    private static final Map<String, Boolean> ENTRIES = Map.of("first", true, "each", false);
    private static final Map<String, Integer> ID_TAGS =
            Map.of("299", MessageForm.QUOTE_ENTRY_ID, "278", MessageForm.ENTRY_ID, "none", 0);
    private static final Map<String, MessageForm.EntryKeys> KEYS = Map.of(
            "level",
            MessageForm.EntryKeys.LEVEL,
            "price",
            MessageForm.EntryKeys.PRICE,
            "none",
            MessageForm.EntryKeys.NONE);
    private static final Map<String, MessageForm.Sizes> SIZES =
            Map.of("all", MessageForm.Sizes.ALL, "book", MessageForm.Sizes.BOOK, "none", MessageForm.Sizes.NONE);
    private static final Map<String, MessageForm.Moment> SENDING_TIMES = Map.of(
            "sent", MessageForm.Moment.SENT,
            "intended", MessageForm.Moment.INTENDED,
            "recorded", MessageForm.Moment.RECORDED);
    private static final Map<String, MessageForm.Moment> ENTRY_TIMES = Map.of(
            "none", MessageForm.Moment.NONE,
            "sent", MessageForm.Moment.SENT,
            "intended", MessageForm.Moment.INTENDED,
            "recorded", MessageForm.Moment.RECORDED);
    private static final String FIELDS = "fields";
    private static final int MOST_FIELDS = 32;
    private static final Pattern FIELD = Pattern.compile("([1-9][0-9]{0,5})=[ -{}~]{1,64}");
    /** What the session or the message has itself, or what would end it. */
    private static final Set<String> TAKEN = Set.of(
            "8", "9", "10", "22", "34", "35", "43", "48", "49", "52", "55", "56", "97", "122", "262", "268", "269",
            "270", "271", "272", "273", "278", "279", "299");

    private final YamlSection section;
    private final int carried;

    /** @param carried how many of the recording's venues the venue carries: levels of its book */
    FormReader(YamlSection section, int carried) {
        this.section = section;
        this.carried = carried;
    }

    MessageForm read() {
        MessageForm.Ticks ticks = ticks();
        boolean increments = ticks.increments() || ticks.topIncrements();
        return new MessageForm(ticks, entries(increments), times(), fields());
    }

    private MessageForm.Ticks ticks() {
        boolean increments = word("ticks", "W or X", TYPES, false);
        boolean topIncrements = word("topTicks", "W or X", TYPES, increments);
        boolean both = word("sides", "both or changed", SIDES, true);
        if (increments && topIncrements && !both) {
            section.problemAt("sides", "both where every tick is X: it has what changed and no more");
        }
        return new MessageForm.Ticks(increments, topIncrements, both);
    }

    private <T> T word(String key, String expected, Map<String, T> words, T otherwise) {
        return Objects.requireNonNullElse(section.value(key, expected, words::get), otherwise);
    }

    private MessageForm.Entries entries(boolean increments) {
        MessageForm.Entries plain = MessageForm.PLAIN.entries();
        int idTag = word("tickId", "299, 278 or none", ID_TAGS, plain.idTag());
        if (increments && idTag == MessageForm.ENTRY_ID) {
            section.problemAt("tickId", "299 or none with X, whose entries have 278 as their key");
        }
        if (!increments) {
            section.refuseKey("entryKeys", "is of entries of 35=X", "ticks: X, or no entryKeys");
        }
        int levels = levels(increments);
        MessageForm.EntryKeys keys = word("entryKeys", "level, price or none", KEYS, plain.keys());
        if (keys == MessageForm.EntryKeys.NONE && levels > 1 && carried > 1) {
            section.problemAt("entryKeys", "level or price where two levels may have one price; or levels: 1");
        }
        return new MessageForm.Entries(levels, word("sizes", "all, book or none", SIZES, plain.sizes()), keys, idTag);
    }

    /** Increments do not say which entries of a part of a book come and go. */
    private int levels(boolean increments) {
        Long given = section.number("levels", 1, MOST_LEVELS);
        if (given == null) {
            return MessageForm.ALL_LEVELS;
        }
        if (increments && given > 1 && given < carried) {
            section.problemAt("levels", "1 with X, or at least " + carried + ": as many as it carries");
        }
        return given.intValue();
    }

    private MessageForm.Times times() {
        MessageForm.Times plain = MessageForm.PLAIN.times();
        MessageForm.Moment entryTime =
                word("entryTime", "none, sent, intended or recorded", ENTRY_TIMES, plain.entryTime());
        if (entryTime == MessageForm.Moment.NONE) {
            section.refuseKey("entryTimeOn", "is of an entryTime", "an entryTime too, or no entryTimeOn");
        }
        return new MessageForm.Times(
                word("sendingTime", "sent, intended or recorded", SENDING_TIMES, plain.sendingTime()),
                entryTime,
                word("entryTimeOn", "first or each", ENTRIES, plain.firstEntryOnly()));
    }

    private String fields() {
        String given = section.value(FIELDS, "a text such as 1021=1|63=0", text -> text);
        if (given == null) {
            return "";
        }
        List<String> fields = List.of(given.split("\\|", -1));
        Set<String> tags = new HashSet<>();
        fields.forEach(field -> judge(field, tags));
        if (fields.size() > MOST_FIELDS) {
            section.problemAt(FIELDS, "at most " + MOST_FIELDS + " fields");
        }
        return given + "|";
    }

    private void judge(String field, Set<String> earlier) {
        Matcher matcher = FIELD.matcher(field);
        Problem problem = Problem.of(FIELDS).value(field);
        if (!matcher.matches()) {
            section.problemAt(FIELDS, problem.expected("TAG=VALUE, as in fields: 1021=1|63=0"));
        } else if (TAKEN.contains(matcher.group(1))) {
            section.problemAt(FIELDS, problem.expected("a tag that the message has not by itself"));
        } else if (!earlier.add(matcher.group(1))) {
            section.problemAt(FIELDS, problem.expected("each tag once: " + matcher.group(1) + " is there already"));
        }
    }
}
