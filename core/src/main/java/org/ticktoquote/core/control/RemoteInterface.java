package org.ticktoquote.core.control;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Forwards the calls of an interface to another process and returns their results. The name of the method, the arguments
 * and the result are sent as JSON.
 *
 * <p>Only the interface's own methods can be called. JSON is only converted to their declared types and cannot select a
 * class.
 *
 * @param <T> the interface. No two of its methods have the same name
 */
public final class RemoteInterface<T> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(JsonLine.PATHS)
            .build();

    private final Class<T> type;
    private final Map<String, Method> methods;

    public RemoteInterface(Class<T> type) {
        this.type = type;
        this.methods = Arrays.stream(type.getMethods())
                .collect(Collectors.toMap(Method::getName, Function.identity(), RemoteInterface::twice, TreeMap::new));
    }

    private static Method twice(Method one, Method other) {
        throw new IllegalArgumentException(one + " and " + other + " have one name");
    }

    /**
     * A forwarded call.
     *
     * @param operation name of the method
     * @param arguments arguments of the operation, in order
     */
    public record Call(String operation, JsonNode arguments) {}

    /** Returns a proxy that forwards its method calls through a carrier, which returns the result, JSON null for none. */
    public T proxy(Function<Call, JsonNode> carrier) {
        Object caller = Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> method.getDeclaringClass() == Object.class
                        ? own(self, method, arguments)
                        : call(carrier, method, arguments == null ? new Object[0] : arguments));
        return type.cast(caller);
    }

    private Object own(Object self, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "caller of " + type.getSimpleName();
        };
    }

    private static @Nullable Object call(Function<Call, JsonNode> carrier, Method method, Object[] arguments) {
        ArrayNode texts = JSON.createArrayNode();
        for (Object each : arguments) {
            texts.add(write(each));
        }
        JsonNode result = carrier.apply(new Call(method.getName(), texts));
        return method.getReturnType() == void.class ? null : read(result, method.getGenericReturnType());
    }

    /**
     * Calls a method of an object. Rethrows its runtime exceptions and wraps any other exception in an
     * {@link IllegalStateException}. Throws a {@link org.ticktoquote.core.command.ProblemException} if the call matches
     * no method of the interface.
     */
    public JsonNode invoke(T target, Call call) {
        Method method = methods.get(call.operation());
        if (method == null || call.arguments().size() != method.getParameterCount()) {
            throw Problem.ofValue(call.operation())
                    .fault("with " + call.arguments().size() + " arguments is not an operation")
                    .expected("one of " + String.join(", ", methods.keySet()))
                    .exception(ExitStatus.USAGE);
        }
        Type[] types = method.getGenericParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = read(call.arguments().get(i), types[i]);
        }
        try {
            return write(method.invoke(target, arguments));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode write(@Nullable Object value) {
        Object present = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        return present == null ? NullNode.getInstance() : JSON.valueToTree(present);
    }

    private static @Nullable Object read(JsonNode text, Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
            return Optional.ofNullable(read(text, generic.getActualTypeArguments()[0]));
        }
        return text.isNull() ? null : JSON.convertValue(text, JSON.constructType(type));
    }
}
