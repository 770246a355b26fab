/** Contents of captures for users and scripts: fitness to measure with, and lists. */
@NullMarked
package org.ticktoquote.wire.show;

import org.jspecify.annotations.NullMarked;
