/** Runs one rate after the other until it is known up to which the service levels hold. */
@NullMarked
package org.ticktoquote.harness.rate;

import org.jspecify.annotations.NullMarked;
