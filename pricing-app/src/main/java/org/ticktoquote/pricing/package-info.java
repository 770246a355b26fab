/** Realistic pricing application, the default system under test: command line, configuration and assembly. */
@NullMarked
package org.ticktoquote.pricing;

import org.jspecify.annotations.NullMarked;
