package org.ticktoquote.core.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes what is wrong with a JSON document on one line: the member, its value and what was expected. */
public final class JsonProblem {
    private static final int MAX_VALUE_LENGTH = 80;
    private static final Set<Class<?>> WHOLE = Set.of(long.class, Long.class, int.class, Integer.class);
    private static final Set<Class<?>> NUMBERS = Set.of(double.class, Double.class);

    private static final Pattern FOUND =
            Pattern.compile("^(?:Unrecognized token|Unexpected close marker|Unexpected character \\() ?'([^']+)'");

    private static final Pattern ENUM =
            Pattern.compile(".*not one of the values accepted for Enum class: \\[(.*?)].*", Pattern.DOTALL);

    private static final String REFERENCE = "docs/formats.md";

    private JsonProblem() {}

    /** Describes an exception of a mapper. Takes the invalid value from the document's tree, if given. */
    public static String of(JsonProcessingException e, @Nullable JsonNode root) {
        if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
            return reason(e);
        }
        String path = path(mapping.getPath());
        if (e instanceof UnrecognizedPropertyException unknown && unknown.getKnownPropertyIds() != null) {
            Set<String> known = unknown.getKnownPropertyIds().stream()
                    .map(String::valueOf)
                    .collect(Collectors.toCollection(TreeSet::new));
            return path + ": unknown member" + NearestWord.hint(unknown.getPropertyName(), known) + ", expected "
                    + AllowedWords.oneOf(known, "members", REFERENCE);
        }
        @Nullable JsonNode value = root == null ? null : at(root, mapping.getPath());
        if (value != null && e.getCause() instanceof InputCoercionException) {
            return path + " is " + shown(value) + ", expected a smaller number";
        }
        if (value == null || value.isMissingNode() || !(e instanceof MismatchedInputException mismatch)) {
            return path + ": " + reason(e);
        }
        return expected(mismatch.getTargetType(), value)
                .map(expected -> path + " is " + shown(value) + ", expected " + expected)
                .orElse(path + ": " + reason(e));
    }

    /** Returns Jackson's message, or a description of the expected value if the message names Java classes. */
    private static String reason(JsonProcessingException e) {
        String message = String.valueOf(e.getOriginalMessage());
        if (message.startsWith("No content to map")) {
            return "is empty, expected JSON";
        }
        if (message.startsWith("Duplicate field ")) {
            return "the member " + message.substring("Duplicate field ".length()) + " appears twice";
        }
        if (e instanceof StreamReadException) {
            return endsTooEarly(e, message) ? "ends in the middle of the JSON" : syntax(message);
        }
        if (e instanceof MismatchedInputException mismatch
                && (message.startsWith("Cannot construct instance") || message.startsWith("Cannot deserialize"))) {
            return expected(mismatch.getTargetType(), MissingNode.getInstance())
                    .map(expected -> "has another type, expected " + expected)
                    .orElse(plain(message));
        }
        return plain(message);
    }

    private static boolean endsTooEarly(JsonProcessingException e, String message) {
        return e instanceof JsonEOFException || message.startsWith("Unexpected end-of-input");
    }

    /** Describes a syntax error by the found and the expected text. */
    private static String syntax(String message) {
        Matcher found = FOUND.matcher(message);
        return (found.find() ? "'" + found.group(1) + "' " : "") + "is not valid JSON here, expected " + due(message);
    }

    private static String due(String message) {
        if (message.contains("close marker")) {
            return "another closing bracket";
        }
        if (message.contains("comma")) {
            return "a comma or a closing bracket";
        }
        if (message.contains("colon")) {
            return "a colon";
        }
        if (message.contains("field name")) {
            return "the name of a member in quotes";
        }
        return message.contains("value") || message.contains("token") ? "a value" : "JSON";
    }

    private static Optional<String> expected(@Nullable Class<?> type, JsonNode value) {
        if (type == null) {
            return Optional.empty();
        }
        if (WHOLE.contains(type)) {
            return Optional.of("a whole number");
        }
        if (NUMBERS.contains(type)) {
            return Optional.of("a number");
        }
        if (type == String.class) {
            return Optional.of("a text");
        }
        if (type == boolean.class) {
            return Optional.of("true or false");
        }
        if (type == UUID.class) {
            return Optional.of("a UUID");
        }
        if (Collection.class.isAssignableFrom(type)) {
            return Optional.of("a list");
        }
        return value.isObject() || type.isEnum() ? Optional.empty() : Optional.of("an object");
    }

    private static String path(List<JsonMappingException.Reference> references) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference each : references) {
            if (each.getFieldName() == null) {
                path.append('[').append(each.getIndex()).append(']');
            } else {
                path.append(path.length() == 0 ? "" : ".").append(each.getFieldName());
            }
        }
        return path.toString();
    }

    private static JsonNode at(JsonNode root, List<JsonMappingException.Reference> references) {
        JsonNode node = root;
        for (JsonMappingException.Reference each : references) {
            node = each.getFieldName() == null ? node.path(each.getIndex()) : node.path(each.getFieldName());
        }
        return node;
    }

    private static String shown(JsonNode value) {
        String text = value.toString().replaceAll("\\p{Cntrl}", "?");
        return text.length() <= MAX_VALUE_LENGTH ? text : text.substring(0, MAX_VALUE_LENGTH) + "...";
    }

    /** Removes Jackson's hints about its own settings and about Java classes. */
    private static String plain(String message) {
        Matcher accepted = ENUM.matcher(message);
        if (accepted.matches()) {
            return "expected " + AllowedWords.oneOf(List.of(accepted.group(1).split(", ")), "values", REFERENCE);
        }
        return message.replaceAll(
                        "\\s*\\((start marker at|StreamReadFeature|but could if).*|;? *`DeserializationFeature.*", "")
                .replaceAll("^Missing (required )?creator property ('[^']*').*", "the member $2 is missing")
                .replaceAll("`(org\\.ticktoquote|java)\\.[^`]*`", "the expected type")
                .replaceAll("^Cannot construct instance of `[^`]*`, problem: ", "")
                .replaceAll("\\p{Cntrl}+", " ");
    }
}
