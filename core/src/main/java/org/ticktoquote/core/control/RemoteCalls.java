package org.ticktoquote.core.control;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.nio.file.Path;
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
 * Carries calls of an interface to another process and their results back, whatever methods it has: the name of the method, and
 * arguments and result as JSON.
 *
 * <p>Nothing is called but the interface's own methods, and nothing is made of JSON but what they declare: a text never names a class.
 *
 * @param <T> the interface; each of its methods has a name of its own
 */
public final class RemoteCalls<T> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new SimpleModule()
                    .addSerializer(Path.class, ToStringSerializer.instance)
                    .addDeserializer(Path.class, new PathText()))
            .build();

    private final Class<T> type;
    private final Map<String, Method> methods;

    public RemoteCalls(Class<T> type) {
        this.type = type;
        this.methods = Arrays.stream(type.getMethods())
                .collect(Collectors.toMap(Method::getName, Function.identity(), RemoteCalls::twice, TreeMap::new));
    }

    private static Method twice(Method one, Method other) {
        throw new IllegalArgumentException(one + " and " + other + " have one name");
    }

    /**
     * A call on its way.
     *
     * @param operation name of the method
     * @param arguments in their order
     */
    public record Call(String operation, JsonNode arguments) {}

    /** What a method returned; null for nothing. */
    public record Result(JsonNode value) {}

    /** An object whose methods are called at the other end of a carrier. */
    public T caller(Function<Call, Result> carrier) {
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

    private static @Nullable Object call(Function<Call, Result> carrier, Method method, Object[] arguments) {
        ArrayNode texts = JSON.createArrayNode();
        for (Object each : arguments) {
            texts.add(write(each));
        }
        Result result = carrier.apply(new Call(method.getName(), texts));
        return method.getReturnType() == void.class ? null : read(result.value(), method.getGenericReturnType());
    }

    /** Calls a method of an object; a refusal of it is thrown on, and so is a call that no method of the interface answers to. */
    public Result answer(T target, Call call) {
        Method method = methods.get(call.operation());
        if (method == null || call.arguments().size() != method.getParameterCount()) {
            throw Problem.ofValue(call.operation())
                    .fault("with " + call.arguments().size() + " arguments is no operation")
                    .expected("one of " + String.join(", ", methods.keySet()))
                    .refusal(ExitStatus.USAGE);
        }
        Type[] types = method.getGenericParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = read(call.arguments().get(i), types[i]);
        }
        try {
            return new Result(write(method.invoke(target, arguments)));
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

    /** A path as text: as JSON it would be the URI of a file of this host. */
    private static final class PathText extends StdScalarDeserializer<Path> {
        private static final long serialVersionUID = 1L;

        PathText() {
            super(Path.class);
        }

        @Override
        public Path deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Path.of(parser.getText());
        }
    }
}
