/** Which JVMs a host has, what each says of itself, and which of them a profile means. */
@NullMarked
package org.ticktoquote.host.jvm;

import org.jspecify.annotations.NullMarked;
