/** Search for the highest rate at which the service levels hold, one rate after another. */
@NullMarked
package org.ticktoquote.harness.rate;

import org.jspecify.annotations.NullMarked;
