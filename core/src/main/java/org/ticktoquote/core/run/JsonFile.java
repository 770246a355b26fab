package org.ticktoquote.core.run;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.RegularFile;

/**
 * Format of a file that contains one record as JSON.
 *
 * @param <T> the record
 */
public final class JsonFile<T> {
    /** Allows null for every member, for a type that checks nulls itself. */
    public static final Set<String> ANY_MEMBER = Set.of("*");

    private final JsonMapper mapper;
    private final Class<T> type;
    private final String what;
    private final Set<String> nullable;

    private JsonFile(JsonMapper mapper, Class<T> type, String what, Set<String> nullable) {
        this.mapper = mapper;
        this.type = type;
        this.what = what;
        this.nullable = nullable;
    }

    /** Creates a format for a type without nulls. Messages use the name {@code what}, such as "a manifest". */
    public static <T> JsonFile<T> of(Class<T> type, String what) {
        return new JsonFile<>(strict(), type, what, Set.of());
    }

    /** Creates a format for a type in which members with these names can be null. */
    public static <T> JsonFile<T> withNulls(Class<T> type, String what, Set<String> nullable) {
        JsonMapper mapper = strict();
        mapper.disable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
        return new JsonFile<>(mapper, type, what, nullable);
    }

    /** Requires every member exactly once, with its own type, and no other member. */
    private static JsonMapper strict() {
        return JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build();
    }

    public String text(T content) {
        try {
            return mapper.writeValueAsString(content);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(what + " cannot be written as JSON: " + e.getMessage(), e);
        }
    }

    /** Writes the file completely or not at all. */
    public void write(Path file, T content) {
        write(file, content, json -> json + "\n");
    }

    /** Writes the file completely or not at all. Its last member is a checksum of everything before it. */
    public void writeSealed(Path file, T content) {
        write(file, content, Seal::put);
    }

    private void write(Path file, T content, UnaryOperator<String> text) {
        FileAccess.write(file, () -> AtomicFile.write(file, text.apply(mapper.writeValueAsString(content))));
    }

    /**
     * Refuses a file of another format version. Must be called before reading, because other versions have other members.
     * Accepts malformed files, which {@link #read} reports.
     */
    public void requireVersion(Path file, int version) {
        try {
            JsonNode found = mapper.readTree(RegularFile.require(file).toFile()).path("formatVersion");
            if (found.isNumber() && found.asDouble() != version) {
                throw Problem.of(file)
                        .fault("format version " + found)
                        .expected(version + " (another version of t2q wrote it)")
                        .exception(ExitStatus.BAD_INPUT);
            }
        } catch (IOException malformed) {
            // read() reports it with its position
        }
    }

    /** Returns false for a file of another format version. Accepts malformed files, which {@link #read} reports. */
    public boolean isOfVersion(Path file, int version) {
        try {
            requireVersion(file, version);
            return true;
        } catch (ProblemException another) {
            return false;
        }
    }

    /**
     * Reads a file with its checksum. Refuses a file that is changed, damaged or malformed. For a file that is both changed
     * and malformed, the message begins with the checksum, because repairing the malformed place does not repair the file.
     */
    public T readSealed(Path file) {
        byte[] bytes = bytes(file);
        Optional<Problem> changed = Seal.changed(bytes).map(Problem.of(file)::fault);
        T content;
        try {
            content = parse(file, bytes);
        } catch (ProblemException malformed) {
            throw changed.filter(problem -> bytes.length > 0) // an empty file needs no more explanation
                    .map(problem -> problem.fault(problem.fault() + "; "
                                    + String.valueOf(malformed.getMessage()).replace(file + ": ", ""))
                            .exception(malformed.status(), malformed))
                    .orElse(malformed);
        }
        if (changed.isPresent()) {
            throw changed.get().exception(ExitStatus.BAD_INPUT);
        }
        return content;
    }

    /** Reads the whole file at once, because another file can replace it at any moment. */
    private static byte[] bytes(Path file) {
        return FileAccess.read(file, () -> Files.readAllBytes(RegularFile.require(file)));
    }

    /** Returns the exception for a malformed file, with line and column if known. Takes values from the tree, if given. */
    public static ProblemException malformed(Path file, JsonProcessingException e, @Nullable JsonNode root) {
        JsonLocation at = e.getLocation();
        Problem problem = Problem.of(file);
        return (at == null ? problem : problem.at(new Place(file.toString(), at.getLineNr(), at.getColumnNr())))
                .fault(JsonProblem.of(e, root))
                .exception(ExitStatus.BAD_INPUT, e);
    }

    /** Reads the file. Refuses a missing or malformed file with line and column, member and value. */
    public T read(Path file) {
        return parse(file, bytes(file));
    }

    private T parse(Path file, byte[] bytes) {
        @Nullable JsonNode root = null;
        try {
            root = mapper.readTree(bytes);
            if (root.isMissingNode()) {
                throw Problem.of(file).fault("is empty").expected(what).exception(ExitStatus.BAD_INPUT);
            }
            Optional<String> unwanted = disallowed(root, "", nullable);
            if (unwanted.isPresent()) {
                throw Problem.of(file).fault(unwanted.get()).exception(ExitStatus.BAD_INPUT);
            }
            @Nullable T content = mapper.readValue(bytes, type);
            if (content == null) {
                throw Problem.of(file).fault("holds null").expected(what).exception(ExitStatus.BAD_INPUT);
            }
            return content;
        } catch (JsonProcessingException e) {
            throw malformed(file, e, root);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    /** Describes the first disallowed value: a null, or a text or member name with half a surrogate pair. */
    private static Optional<String> disallowed(JsonNode node, String path, Set<String> nullable) {
        boolean maybe = nullable.equals(ANY_MEMBER) || nullable.contains(path.substring(path.lastIndexOf('.') + 1));
        if (node.isNull() && !maybe && !path.isEmpty()) {
            return Optional.of(path + " is null, expected a value");
        }
        if (node.isTextual() && !whole(node.textValue())) {
            return Optional.of(path + " contains half a surrogate pair, expected Unicode text");
        }
        Optional<String> found = Optional.empty();
        for (int i = 0; node.isArray() && found.isEmpty() && i < node.size(); i++) {
            found = disallowed(node.get(i), path + "[" + i + "]", nullable);
        }
        Iterator<Map.Entry<String, JsonNode>> members = node.properties().iterator();
        while (found.isEmpty() && members.hasNext()) {
            Map.Entry<String, JsonNode> member = members.next();
            String name = member.getKey();
            found = whole(name)
                    ? disallowed(member.getValue(), path.isEmpty() ? name : path + "." + name, nullable)
                    : Optional.of("a member of " + (path.isEmpty() ? "the document" : path)
                            + " has a name with half a surrogate pair, expected Unicode text");
        }
        return found;
    }

    /** Returns whether every surrogate has its other half. */
    private static boolean whole(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
