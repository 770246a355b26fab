package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.replayer.importing.SourceColumns.Column;

/** Detects the layout of a text from its first lines. Options override the detected facts and supply the rest. */
record TextDetection(SourceSettings settings, Path file, TextPreview preview, Optional<LocalDate> date) {
    private static final List<Character> DELIMITERS = List.of(',', ';', '\t', '|', ' ');
    /** Numbers whose separators can mean only thousands and a decimal point, or a decimal comma. */
    private static final Pattern POINT = Pattern.compile("[1-9]\\d{0,2}((,\\d{3})+\\.\\d*|(,\\d{3}){2,})");

    private static final Pattern COMMA = Pattern.compile("[1-9]\\d{0,2}((\\.\\d{3})+,\\d*|(\\.\\d{3}){2,})");
    private static final Pattern PRICE = Pattern.compile("\\d[\\d.," + Decimal.GROUPING + "]*");
    private static final Pattern LEVEL =
            Pattern.compile("(md)?(book|price|depth|market|entry)?(level|depth|position(no)?)");

    private static final Pattern VARIANT =
            Pattern.compile("(fx|price|quote)?(tenor|settl(ement)?type|tier|band)(code|name|no|id)?");
    private static final List<String> DATABENTO = List.of("rtype", "publisher_id");

    /** Maximum number of other lines before the header line. */
    private static final int MAX_LINES_BEFORE_HEADER = 20;

    /**
     * Lines of a text, split into fields.
     *
     * @param header empty if there is none
     * @param skipped number of the line before the first row
     */
    private record Table(
            char delimiter, List<String> header, long skipped, SourceColumns columns, List<List<String>> rows) {
        Table with(SourceColumns others) {
            return new Table(delimiter, header, skipped, others, rows);
        }

        SourceColumns.Places places() {
            return columns.resolve(header);
        }
    }

    /** Returns the format of the text; empty if it is not known. */
    Optional<Format> format() {
        Optional<Format> known = preview.lines().stream()
                .limit(2)
                .map(line -> Format.ofLine(line.text()))
                .flatMap(Optional::stream)
                .min(Comparator.comparing(Format::isNamed));
        Optional<Table> named = headed();
        return known.filter(format -> format.isNamed()
                        || (format == Format.LEAN
                                ? named.isEmpty() && isMsOfDay()
                                : named.map(table -> matches(table, format)).orElse(true)))
                .filter(format -> !format.isInMillions()
                        || named.filter(TextDetection::isInUnits).isEmpty())
                .or(() -> named.map(table -> Format.CSV));
    }

    /** Returns true if the header line names the format's columns, or the same with bid and ask exchanged. */
    private static boolean matches(Table table, Format format) {
        SourceColumns own = SourceColumns.parse(format.columns());
        return table.columns().equals(own) || table.columns().equals(own.exchanged());
    }

    /** Returns true if the quantities are whole numbers of at least 1,000. They can then not be millions. Ignores zeros. */
    private static boolean isInUnits(Table table) {
        SourceColumns.Places places = table.places();
        List<String> quantities = table.rows().stream()
                .flatMap(row -> Stream.of(Column.BID_QUANTITY, Column.ASK_QUANTITY)
                        .map(column -> value(row, places.of(column))))
                .filter(quantity -> quantity.matches(".*[1-9].*"))
                .toList();
        return !quantities.isEmpty()
                && quantities.stream().allMatch(quantity -> quantity.matches("[1-9]\\d{3,}([.,]0*)?"));
    }

    /** Returns true if the first fields are times in ms, and neither {@code HHmmss} nor days or seconds with a fraction. */
    private boolean isMsOfDay() {
        List<String> times = preview.lines().stream()
                .map(line -> Fields.of(line.text(), ',').get(0))
                .toList();
        return times.stream().allMatch(time -> time.matches("(0|[1-9][0-9]*)([.][0-9]+)?"))
                && !times.stream().allMatch(time -> time.matches("([01][0-9]|2[0-3])([0-5][0-9]){2}([.][0-9]+)?"))
                && (times.stream().noneMatch(time -> time.contains("."))
                        || times.stream().anyMatch(time -> time.matches("[0-9]{6,}([.].*)?")));
    }

    /** Returns the layout for a format and a venue. */
    TextLayout layout(Format format, String venue) throws IOException {
        boolean given = settings.csv().columns().isPresent();
        Table table = format.isNamed() ? simplified(named(), given) : known(format);
        SourceColumns.Places places = table.places();
        String timeFormat = format.timeFormat();
        char mark = Decimal.POINT;
        int fields = format.fields();
        if (format.isNamed()) {
            timeFormat = settings.csv().timeFormat().isPresent()
                    ? settings.csv().timeFormat().get()
                    : timeFormat(table, places);
            mark = settings.csv().mark().orElseGet(() -> mark(table, places));
            fields = given ? 0 : fields(table);
            requireDecimals(table);
            if (!given) {
                requireTops(table);
            }
        }
        return new TextLayout(
                format,
                table.delimiter(),
                table.skipped(),
                fields,
                table.header(),
                places,
                timeFormat,
                zone(format, venue, table.header(), places, zoned(timeFormat)),
                mark,
                date(timeFormat),
                settings.quantityUnit().orElse(format.quantityUnit()));
    }

    private Table named() {
        return settings.csv().columns().map(this::given).or(this::headed).orElseThrow(this::unnamed);
    }

    private Table known(Format format) {
        Optional<Table> named = headed().filter(table -> matches(table, format));
        if (named.isPresent()) {
            return named.get();
        }
        Optional<TextPreview.Line> header = preview.lines().stream()
                .limit(1)
                .filter(TextPreview.Line::looksLikeHeader)
                .findFirst();
        List<String> names = header.map(line -> Fields.of(line.text(), ',')).orElse(List.of());
        long skipped = header.map(TextPreview.Line::number)
                .orElse((long) settings.csv().skippedLines());
        return new Table(',', names, skipped, SourceColumns.parse(format.columns()), List.of());
    }

    private RuntimeException unnamed() {
        return Problem.of(file)
                .fault("its first lines do not name the columns time and bid or ask")
                .expected("--columns, as in --columns time=0,bid=1,ask=2")
                .exception();
    }

    /** Returns a table with the columns named by a header line; empty if none of the first lines is one. */
    private Optional<Table> headed() {
        List<TextPreview.Line> lines = preview.lines();
        for (int i = 0; i < Math.min(lines.size(), MAX_LINES_BEFORE_HEADER); i++) {
            int header = i;
            Optional<Table> table =
                    mostPlausible(delimiters().stream().flatMap(delimiter -> headed(header, delimiter).stream()));
            if (table.isPresent()) {
                return table;
            }
        }
        return Optional.empty();
    }

    private Optional<Table> headed(int header, char delimiter) {
        return SourceColumns.named(headerFields(header, delimiter))
                .map(columns -> table(delimiter, header, columns))
                .filter(table -> !isSentence(table));
    }

    /**
     * Returns true if the header line is prose that mentions times and bids. The first row of data then has a different
     * number of fields.
     */
    private static boolean isSentence(Table table) {
        return table.delimiter() == ' '
                && table.rows().stream()
                        .limit(1)
                        .noneMatch(row -> row.size() == table.header().size());
    }

    /**
     * Returns the fields of a header line. If its delimiter is not that of the rows, another one splits it into as many
     * fields as the first row.
     *
     * @param delimiter of the rows
     */
    private List<String> headerFields(int header, char delimiter) {
        List<TextPreview.Line> lines = preview.lines();
        List<String> own = Fields.of(lines.get(header).text(), delimiter);
        int fields = lines.stream()
                .skip(header + 1L)
                .limit(1)
                .mapToInt(line -> Fields.of(line.text(), delimiter).size())
                .sum();
        return delimiter == ' ' || fields < 2 || own.size() == fields
                ? own
                : DELIMITERS.stream()
                        .filter(other -> other != ' ')
                        .map(other -> Fields.of(lines.get(header).text(), other))
                        .filter(others -> others.size() == fields)
                        .findFirst()
                        .orElse(own);
    }

    private List<Character> delimiters() {
        return settings.csv().delimiter().map(List::of).orElse(DELIMITERS);
    }

    /**
     * Splits the lines.
     *
     * @param header index of the header line, -1 if there is none
     */
    private Table table(char delimiter, int header, SourceColumns columns) {
        List<TextPreview.Line> lines = preview.lines();
        return new Table(
                delimiter,
                header < 0 ? List.of() : headerFields(header, delimiter),
                header < 0 ? settings.csv().skippedLines() : lines.get(header).number(),
                columns,
                lines.stream()
                        .skip(header + 1L)
                        .map(line -> Fields.of(line.text(), delimiter))
                        .toList());
    }

    /** Returns a table with the columns of {@code --columns}. */
    private Table given(SourceColumns columns) {
        return mostPlausible(delimiters().stream()
                        .map(delimiter -> table(delimiter, hasHeader(delimiter, columns) ? 0 : -1, columns)))
                .orElseThrow();
    }

    /** Returns true if the columns are given by name, or the first line cannot be a row. */
    private boolean hasHeader(char delimiter, SourceColumns columns) {
        return preview.lines().stream()
                .limit(1)
                .anyMatch(line -> columns.byName()
                        || line.looksLikeHeader()
                        || namesPrices(Fields.of(line.text(), delimiter), columns.resolve(List.of())));
    }

    /** Returns true if the time, bid and ask of a line start without a digit, and bid and ask have a letter. */
    private static boolean namesPrices(List<String> fields, SourceColumns.Places places) {
        return !value(fields, places.of(Column.TIME)).matches("\\d.*")
                && Stream.of(Column.BID, Column.ASK)
                        .filter(places::has)
                        .allMatch(column -> value(fields, places.of(column)).matches("(?!\\d).*[A-Za-z].*"));
    }

    private Optional<Table> mostPlausible(Stream<Table> tables) {
        return tables.max(Comparator.comparingInt(this::plausible)
                .thenComparing(this::splitsHeader)
                .thenComparing(table -> -DELIMITERS.indexOf(table.delimiter())));
    }

    /** Returns false if the header line has another delimiter than the rows. */
    private boolean splitsHeader(Table table) {
        return preview.lines().stream()
                .filter(line -> line.number() == table.skipped())
                .allMatch(line -> Fields.of(line.text(), table.delimiter()).size()
                        == table.header().size());
    }

    /** Rates a table by its first row. A time of a possible form counts more than both prices. */
    private int plausible(Table table) {
        if (!table.columns()
                .fits(
                        table.columns().byName()
                                ? table.header()
                                : table.rows().stream().findFirst().orElse(List.of()))) {
            return 0;
        }
        SourceColumns.Places places = table.places();
        List<String> row = table.rows().stream().findFirst().orElse(List.of());
        boolean timed = Stream.of(value(row, places.of(Column.TIME)), time(row, places))
                .anyMatch(time -> !timeForms(time).isEmpty());
        int prices = (int) Stream.of(Column.BID, Column.ASK)
                .filter(column -> PRICE.matcher(value(row, places.of(column))).matches())
                .count();
        return 1 + (timed ? 3 : 0) + prices;
    }

    /** Returns the formats that a time can have: the given one if it fits, or without one every known form. */
    private List<String> timeForms(String time) {
        return settings.csv()
                .timeFormat()
                .map(given -> TimeForms.fits(given, time) ? List.of(given) : List.<String>of())
                .orElseGet(() -> TimeForms.of(time));
    }

    /** Drops date and offset columns that repeat the content of the time column. */
    private Table simplified(Table table, boolean given) {
        SourceColumns.Places places = table.places();
        SourceColumns columns = table.columns();
        List<String> forms = table.rows().stream()
                .map(row -> timeForms(value(row, places.of(Column.TIME))))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
        boolean dated = forms.stream().anyMatch(TextDetection::dated);
        if (places.has(Column.DATE) && dated && !given) {
            columns = columns.without(Column.DATE);
        }
        if (places.has(Column.OFFSET)
                && !given
                && (forms.stream().anyMatch(TextDetection::zoned)
                        || Zones.inName(value(table.header(), places.of(Column.TIME)))
                                .isPresent())) {
            columns = columns.without(Column.OFFSET);
        }
        return table.with(columns);
    }

    /** Returns true if times of the format need no zone. */
    static boolean zoned(String timeFormat) {
        return timeFormat.endsWith("X") || timeFormat.endsWith("Z") || timeFormat.startsWith("epoch");
    }

    private static String value(List<String> row, int place) {
        return place >= 0 && place < row.size() ? row.get(place) : "";
    }

    private int fields(Table table) {
        int named = table.header().size();
        int found = table.rows().stream().map(List::size).findFirst().orElse(named);
        boolean behindLast =
                found == named + 1 && table.rows().get(0).get(named).isEmpty();
        if (found == named || behindLast || table.rows().stream().anyMatch(row -> row.size() == named)) {
            return behindLast ? found : named;
        }
        throw Problem.of(file)
                .fault("its header line names " + named + " columns, its first row has " + found)
                .expected("a row of as many fields, or --columns")
                .exception(ExitStatus.BAD_INPUT);
    }

    /**
     * Returns the decimal mark, the separator of most prices. A price with both separators, or with one of them several times,
     * counts as often as there are rows. Refuses if all are like {@code "61,234"} between commas: they could be thousands.
     */
    private char mark(Table table, SourceColumns.Places places) {
        int commas = 0;
        int points = 0;
        boolean grouped = false;
        for (List<String> row : table.rows()) {
            for (Column column : List.of(Column.BID, Column.ASK)) {
                String value = value(row, places.of(column));
                if (POINT.matcher(value).matches()) {
                    points += table.rows().size();
                } else if (COMMA.matcher(value).matches()) {
                    commas += table.rows().size();
                } else if (table.delimiter() == ',' && value.matches("[1-9]\\d{0,2},\\d{3}")) {
                    grouped = true;
                } else {
                    commas += value.matches("[^,.]*,[^,.]+") ? 1 : 0;
                    points += value.matches("[^,.]*[.][^,.]+") ? 1 : 0;
                }
            }
        }
        if (grouped && commas == 0 && points == 0) {
            throw Problem.of(file)
                    .fault("the commas in its prices can be decimal marks or separate thousands")
                    .expected("--decimal-mark comma or point")
                    .exception();
        }
        return commas > points ? Decimal.COMMA : Decimal.POINT;
    }

    /** Refuses Databento's prices in units of 1e-9. */
    private void requireDecimals(Table table) {
        SourceColumns.Places places = table.places();
        List<String> prices = table.rows().stream()
                .flatMap(row -> Stream.of(Column.BID, Column.ASK).map(column -> value(row, places.of(column))))
                .filter(price -> !price.isEmpty())
                .toList();
        boolean whole = !prices.isEmpty() && prices.stream().allMatch(price -> price.matches("\\d{7,}"));
        if (whole && table.header().containsAll(DATABENTO)) {
            throw Problem.of(file)
                    .fault("its prices are whole numbers of 1e-9, as Databento writes them without pretty_px")
                    .expected("decimal prices")
                    .exception(ExitStatus.BAD_INPUT);
        }
    }

    /** Refuses rows of several levels of depth, tenors or tiers: each would count as a new top. */
    private void requireTops(Table table) {
        SourceColumns.Places places = table.places();
        for (int place = 0; place < table.header().size(); place++) {
            String name = table.header().get(place);
            String letters = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
            if (LEVEL.matcher(letters).matches() && hasLevels(table.rows(), places.of(Column.TIME), place)) {
                throw notTops(name, "levels of depth", "the top level");
            }
            if (VARIANT.matcher(letters).matches() && hasVariants(table.rows(), places, place)) {
                throw notTops(name, "tenors or tiers", "one tenor and tier");
            }
        }
    }

    private ProblemException notTops(String name, String several, String one) {
        return Problem.of(file)
                .fault("has several " + several + ", by the column '" + Printable.text(name, 60) + "'")
                .expected("rows of " + one + " only, or --columns")
                .exception(ExitStatus.BAD_INPUT);
    }

    /** Returns whether the priced rows of a symbol differ in a column. An empty tenor can be spot. */
    private static boolean hasVariants(List<List<String>> rows, SourceColumns.Places places, int place) {
        Map<String, String> first = new HashMap<>();
        return rows.stream()
                .filter(row -> Stream.of(Column.BID, Column.ASK)
                        .anyMatch(side ->
                                PRICE.matcher(value(row, places.of(side))).matches()))
                .anyMatch(row -> {
                    String known = first.putIfAbsent(value(row, places.of(Column.SYMBOL)), value(row, place));
                    return known != null && !known.equals(value(row, place));
                });
    }

    /** Returns whether two successive rows of one time have different small numbers in a column. */
    private static boolean hasLevels(List<List<String>> rows, int time, int place) {
        for (int i = 1; i < rows.size(); i++) {
            String level = value(rows.get(i), place);
            String before = value(rows.get(i - 1), place);
            if (value(rows.get(i), time).equals(value(rows.get(i - 1), time))
                    && (level + ' ' + before).matches("\\d{1,2} \\d{1,2}")
                    && !level.equals(before)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the only format that fits all times. Refuses if several fit and differ in meaning. */
    private String timeFormat(Table table, SourceColumns.Places places) throws IOException {
        TimeForms.Candidates candidates = new TimeForms.Candidates();
        List<String> texts = new ArrayList<>();
        table.rows().forEach(row -> texts.add(time(row, places)));
        texts.forEach(candidates::add);
        if (candidates.several()) {
            readAll(table, places, candidates);
        }
        return candidates.one(file);
    }

    private static String time(List<String> row, SourceColumns.Places places) {
        String time = value(row, places.of(Column.TIME));
        String dated = places.has(Column.DATE) ? value(row, places.of(Column.DATE)) + ' ' + time : time;
        String offset = value(row, places.of(Column.OFFSET));
        return places.has(Column.OFFSET) ? dated + (offset.matches("[0-9].*") ? " +" : " ") + offset : dated;
    }

    private void readAll(Table table, SourceColumns.Places places, TimeForms.Candidates candidates) throws IOException {
        try (NumberedLines lines = new NumberedLines(TickContent.text(file).stream())) {
            for (String line = lines.nextText(); line != null && candidates.several(); line = lines.nextText()) {
                if (lines.number() > table.skipped()) {
                    candidates.add(time(Fields.of(line, table.delimiter()), places));
                }
            }
        }
    }

    private static boolean dated(String timeFormat) {
        return timeFormat.startsWith("epoch")
                || !timeFormat.equals(TimeText.MS_OF_DAY) && TimePattern.hasDate(timeFormat);
    }

    private @Nullable LocalDate date(String timeFormat) {
        boolean needed = !dated(timeFormat);
        if (needed && date.isEmpty()) {
            throw SourcePlanner.missing(file, "date", "with --date yyyy-MM-dd");
        }
        return needed ? date.get() : null;
    }

    /** Returns the zone given by an option, else by the name of the time or date column, else by the format. */
    private ZoneId zone(Format format, String venue, List<String> header, SourceColumns.Places places, boolean inRows) {
        List<String> names = Stream.of(Column.TIME, Column.DATE)
                .map(column -> value(header, places.of(column)))
                .toList();
        Optional<ZoneId> named =
                names.stream().map(Zones::inName).flatMap(Optional::stream).findFirst();
        Optional<String> local = names.stream().filter(Zones::isLocal).findFirst();
        if (named.isEmpty() && local.isPresent() && !inRows && !settings.zones().given(venue)) {
            throw Problem.of(file)
                    .fault("its times are in a local time, by the column '" + Printable.text(local.get(), 60) + "'")
                    .expected("--zone, as in --zone Europe/Berlin")
                    .exception();
        }
        return settings.zones().zone(venue, named.orElse(format.zone()));
    }
}
